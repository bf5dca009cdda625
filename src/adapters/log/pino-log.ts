import pino from 'pino';
import type { Log } from '#core/shared/log';

/** One JSON object a line on standard output: `level`, `time` (ISO), `event` and its fields. */
export function pinoLog(level: pino.LevelWithSilent): Log {
  const logger = pino({
    level,
    base: null,
    messageKey: 'event',
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  });

  return {
    debug: (event, fields = {}) => logger.debug(fields, event),
    info: (event, fields = {}) => logger.info(fields, event),
    warn: (event, fields = {}) => logger.warn(fields, event),
    error: (event, fields = {}) => logger.error(fields, event),
  };
}
