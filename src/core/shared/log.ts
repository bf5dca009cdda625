/** Additional fields of a log line: short facts, never text that a person typed or sent. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/**
 * The log of the running program. `event` is a fixed sentence. No line contains an e-mail address,
 * a network address, a token, a query string or a user agent: callers name each fact that they log.
 */
export type Log = {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
};

/**
 * The loggable facts of a defect: its name, its code, and where it was thrown. The message is left
 * out when the error comes from a database (it has a `code`), because those quote the rejected
 * values.
 */
export function faultFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { fault: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;

  return {
    fault: error.name,
    code,
    message: code === undefined ? error.message.slice(0, 300) : undefined,
    stack: framesOf(error),
  };
}

/** The stack without its first lines, which repeat the message. */
function framesOf(error: Error): string {
  const lines = (error.stack ?? '').split('\n');
  return lines
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .map((line) => line.trim())
    .join(' < ');
}
