import type { AskEngine, EngineQuestion } from './engine.ts';
import { refused } from './refuse.ts';

/** The longest statement, in bytes of UTF-8. */
export const longestStatement = 65_536;

/** Seconds for one step of the check. */
export const checkSeconds = 5;

export const checkSettings: ReadonlyMap<string, string> = new Map([
  ['max_execution_time', String(checkSeconds)],
  ['max_result_bytes', String(16 * 1024 * 1024)],
]);

/**
 * The statement as the engine itself writes it: one SELECT, without comments, in one line. The
 * engine refuses two statements at once.
 * @throws StatementFailure
 */
export async function canonicalOf(
  ask: AskEngine,
  { query, userId, signal }: { query: string } & Pick<EngineQuestion, 'userId' | 'signal'>,
): Promise<string> {
  if (Buffer.byteLength(query) > longestStatement) {
    throw refused('QUERY_IS_TOO_LARGE', `A statement may have at most ${longestStatement} bytes`);
  }
  // eslint-disable-next-line no-control-regex
  if (/[\0-\x08\x0b\x0e-\x1f\x7f]/.test(query) || !query.isWellFormed()) {
    throw refused('SYNTAX_ERROR', 'The statement contains characters that are not allowed');
  }
  const answer = await ask({
    userId,
    signal,
    format: 'TabSeparatedRaw',
    settings: checkSettings,
    text: 'SELECT formatQuerySingleLine({statement:String})',
    parameters: new Map([['statement', escaped(query)]]),
  });
  return (await answer.text()).replace(/\n$/, '');
}

/** A parameter's value in ClickHouse's escaped form. */
function escaped(text: string): string {
  return text.replace(/[\\\t\n\r\f\v\b]/g, (character) => escapes.get(character) ?? character);
}

const escapes = new Map([
  ['\\', '\\\\'],
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\f', '\\f'],
  ['\b', '\\b'],
]);
