import { randomBytes } from 'node:crypto';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import {
  catalogStatements,
  closeStatements,
  hashPassword,
  openStatements,
  ownedIn,
  ownPolicyStatement,
  removeStatements,
  shapeOf,
} from './account-statements.ts';
import type { ServerNames } from './names.ts';

export type ServerAccounts = {
  /** A fingerprint of everything that this version creates for an account. */
  readonly shape: string;
  /** Creates or replaces the account's views and user. Open connections of an earlier user end. */
  open(userId: string, password: string): Promise<void>;
  /** Removes the account's user. */
  close(userId: string): Promise<void>;
  /** Removes the account's user and views. */
  remove(userId: string): Promise<void>;
};

type Options = {
  readonly names: ServerNames;
  /** Whether the tables also get row policies. */
  readonly isPoliced: boolean;
};

/** The users and views of accounts on the server of `client`, Waypost's own user. */
export function serverAccounts(
  client: ClickHouse,
  { names, isPoliced }: Options,
): ServerAccounts & { prepare(): Promise<void> } {
  const policed = isPoliced ? ownedIn(names) : [];
  const run = inOrder(client);
  return {
    shape: shapeOf({ userId: '', names, policed }),
    async prepare() {
      await run(catalogStatements(names));
      if (isPoliced) await run([ownPolicyStatement(names, policed)]);
    },
    open: (userId, password) => {
      const hash = hashPassword(password, randomBytes(16).toHex());
      return run(openStatements({ userId, names, policed }, hash));
    },
    close: (userId) => run(closeStatements({ userId, names })),
    remove: (userId) => run(removeStatements({ userId, names })),
  };
}

export function inOrder(client: ClickHouse) {
  return async (statements: readonly string[]): Promise<void> => {
    for (const query of statements) await client.command({ query });
  };
}
