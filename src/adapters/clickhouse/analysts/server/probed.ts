import { randomBytes } from 'node:crypto';
import { identifier } from '#adapters/clickhouse/analysts/databases';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { ClickHouseAway } from '#adapters/clickhouse/outage';
import { StatementFailure } from '#core/analytics/sql/statement';
import { hashPassword, type PasswordHash } from './account-statements.ts';
import { askServer } from './ask-server.ts';
import type { ServerNames } from './names.ts';
import { inOrder } from './server-accounts.ts';

export type Server = {
  readonly client: ClickHouse;
  /** The server's URL, with Waypost's own credentials. */
  readonly url: string;
  readonly names: ServerNames;
};

/** The objects of a probe. The probe creates all of them, and removes them again. */
export type Probed = {
  readonly names: ServerNames;
  readonly client: ClickHouse;
  readonly database: string;
  /** A table with one row of each account: qualified and quoted. */
  readonly rows: string;
  /** The users of the two accounts; a user has the name of its database. */
  readonly own: string;
  readonly other: string;
  /** A user without an account. */
  readonly stranger: string;
  readonly hash: PasswordHash;
  /** Runs statements as Waypost's own user. */
  readonly run: (statements: readonly string[]) => Promise<void>;
  /**
   * Runs a statement as a user, and returns the result as one line, or the error code. Rejects with
   * ClickHouseAway.
   */
  readonly as: (user: string, text: string) => Promise<string | number>;
};

/** Accounts that no person has: ids of people are of version 7. */
export const probedIds = {
  own: '00000000-0000-4000-8000-0000000000a1',
  other: '00000000-0000-4000-8000-0000000000b2',
};

const timeoutMs = 10_000;

export function probed({ client, url, names }: Server): Probed {
  const database = identifier(`${names.base}_sql_probe`);
  const stranger = `${names.base}_sql_probe`;
  const password = randomBytes(24).toBase64({ alphabet: 'base64url' });
  return {
    names,
    client,
    database,
    stranger,
    rows: `${database}.rows`,
    own: names.of(probedIds.own),
    other: names.of(probedIds.other),
    hash: hashPassword(password, randomBytes(16).toHex()),
    run: inOrder(client),
    async as(user, text) {
      const home = user === stranger ? 'system' : user;
      const ask = askServer(url, { name: user, password, database: home });
      try {
        const answer = await ask({
          userId: '',
          text,
          format: 'TabSeparated',
          settings: new Map(),
          parameters: new Map(),
          signal: AbortSignal.timeout(timeoutMs),
        });
        return (await answer.text()).trim().replaceAll('\n', ' ');
      } catch (error) {
        if (!(error instanceof StatementFailure)) throw error;
        if (error.kind === 'outage') throw new ClickHouseAway();
        return error.code;
      }
    },
  };
}
