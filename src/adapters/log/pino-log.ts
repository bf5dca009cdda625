import pino from 'pino';
import type { Log } from '#core/shared/log';
import { openOutput, type Output } from './output.ts';

export type Logging = {
  readonly log: Log;
  readonly output: Output;
  /** Changes to the level `debug`, and back to the configured one. */
  toggleDebug(): void;
};

/**
 * One JSON object per line on standard output: `level`, `time` (ISO), `event` and its fields.
 * Dropped lines are counted, and their number is logged when writing works again.
 */
export function pinoLog(level: pino.LevelWithSilent): Logging {
  const output = openOutput((lines) => log.warn('log lines were lost', { lines }));
  const options: pino.LoggerOptions = {
    level,
    base: null,
    messageKey: 'event',
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  };
  const logger = pino(options, output);
  const log: Log = {
    debug: (event, fields = {}) => logger.debug(fields, event),
    info: (event, fields = {}) => logger.info(fields, event),
    warn: (event, fields = {}) => logger.warn(fields, event),
    error: (event, fields = {}) => logger.error(fields, event),
  };

  return {
    log,
    output,
    toggleDebug() {
      logger.level = logger.level === 'debug' ? level : 'debug';
      log.warn('the log level was changed', { level: logger.level });
    },
  };
}
