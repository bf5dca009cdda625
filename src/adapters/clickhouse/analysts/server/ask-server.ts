import type { AskEngine } from '#adapters/clickhouse/analysts/engine';
import { away, ended } from '#adapters/clickhouse/analysts/engine';
import { failureFrom } from '#adapters/clickhouse/analysts/failure';

/** How a user of a server signs in, and the database that its unqualified names belong to. */
export type ServerUser = {
  readonly name: string;
  readonly password: string;
  readonly database: string;
};

/**
 * Runs statements as a user of the server at `url`, whose own credentials are not used. The server
 * holds a result back until it is complete, so that a late failure still has its status.
 */
export function askServer(url: string, { name, password, database }: ServerUser): AskEngine {
  const { origin } = new URL(url);
  return async ({ text, format, settings, parameters, signal }) => {
    const query = new URLSearchParams([
      ['database', database],
      ['default_format', format],
      ['wait_end_of_query', '1'],
      ...settings,
      ...[...parameters].map(([key, value]): [string, string] => [`param_${key}`, value]),
    ]);
    const answer = await fetch(`${origin}/?${query.toString()}`, {
      method: 'POST',
      headers: { 'X-ClickHouse-User': name, 'X-ClickHouse-Key': password },
      body: text,
      signal,
    }).catch((error: unknown) => {
      throw signal.aborted ? ended() : away(error);
    });
    if (answer.ok) return answer;
    throw failureFrom(sentenceIn(await answer.text()));
  };
}

/** Some versions put the failure into the form of the result. */
function sentenceIn(body: string): string {
  return /Code: \d+\.[^"]*/.exec(body)?.[0].replaceAll(String.raw`\n`, '\n') ?? body;
}
