/** What a log line may carry beside its event: short facts, never what a person typed or sent. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/**
 * Where the running program writes what happened. `event` is a fixed sentence in the code's own
 * words. No line carries an e-mail address, a network address, a token, a query string or a user
 * agent: the callers see to it, by naming facts one by one.
 */
export type Log = {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
};

/**
 * What may be logged of a defect: its name, its code, and where it rose. The message is left out
 * when the error comes from a database (it has a `code`): those quote the values they refuse.
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
