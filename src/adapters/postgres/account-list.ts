import postgres from 'postgres';
import type { AccountList, FieldsOf, OwnThing } from '#core/shared/account-list';
import type { NewId } from '#core/shared/ids';
import { accountFull, conflictAt, notFound } from '#core/shared/refusal';
import { refuseOther } from '#core/shared/seen-version';
import type { Clock } from '#core/shared/time';
import { lockAccount } from './lock-account.ts';
import { isUniqueViolation } from './or-taken.ts';

type Fragment = postgres.PendingQuery<postgres.Row[]>;

export type ListParts = {
  readonly sql: postgres.Sql;
  readonly newId: NewId;
  readonly clock: Clock;
};

type Kind = {
  /** Its rows have `id`, `user_id`, `created_at` and a column for each field. */
  readonly table: string;
  /** The columns that are read. */
  readonly columns: Fragment;
  /** Columns that are not named as their field, by field. */
  readonly columnNames?: Readonly<Record<string, string>>;
  readonly order: Fragment;
  /** How many an account may have. */
  readonly most: number;
  /** The singular and plural names on screens. */
  readonly one: string;
  readonly many: string;
  /**
   * Called before the deletion: detaches the label from some of its links; true: more remain. The
   * account and the label are locked.
   */
  readonly detachSome?: (tx: postgres.TransactionSql, id: string, at: Date) => Promise<boolean>;
};

type AddsSeveral<Thing> = {
  /**
   * Stores all of them, or none, and in the same transaction what belongs to them. Refuses as `add`
   * does. `firstId`: the id of the first one; when the account has one with this id, returns that one
   * and stores nothing.
   */
  addAll(
    userId: string,
    things: readonly FieldsOf<Thing>[],
    more?: Adding<Thing>,
  ): Promise<readonly Thing[]>;
};

type Adding<Thing> = {
  readonly firstId?: string | null | undefined;
  readonly belonging?: (tx: postgres.TransactionSql, added: readonly Thing[]) => Promise<void>;
};

/**
 * A list of one kind of thing, of which an account has few, in a table of Postgres. It is deleted
 * with the account.
 */
export function postgresAccountList<Thing extends { readonly id: string }>(
  parts: ListParts,
  kind: Kind,
): AccountList<Thing> & AddsSeveral<Thing> {
  const { sql } = parts;
  const { table, columns, columnNames, order, one } = kind;
  const taken = () => conflictAt('name', `You already have a ${one} with this name`);

  const addAll = severalAdded<Thing>(parts, kind, taken);
  const refuse = async (at: postgres.ISql, { userId, id, seen }: OwnThing): Promise<never> => {
    if (seen === undefined) throw notFound();
    const [found] = await at<{ version: number }[]>`
      SELECT version::float8 AS version FROM ${at(table)} WHERE id = ${id} AND user_id = ${userId}`;
    if (found) refuseOther(seen, found, one);
    throw notFound();
  };
  const removePart = partRemoval(parts, kind, refuse);

  return {
    async of(userId) {
      const rows = await sql<Thing[]>`
        SELECT ${columns} FROM ${sql(table)} WHERE user_id = ${userId} ORDER BY ${order}`;
      return rows.map((row) => ({ ...row }));
    },

    async add(userId, fields, chosenId) {
      const [thing] = await addAll(userId, [fields], { firstId: chosenId });
      if (thing === undefined) throw taken();
      return thing;
    },
    addAll,

    async change({ userId, id, seen }, fields) {
      // `user_id` is set to its own value, because a change may be empty and SQL needs at least one
      // column.
      const columnsToSet = { ...columnsFor(fields, columnNames), user_id: userId };
      const [changed] = await sql<Thing[]>`
        UPDATE ${sql(table)} SET ${sql(columnsToSet)}
        WHERE id = ${id} AND user_id = ${userId} ${ifSeen(sql, seen)}
        RETURNING ${columns}`.catch((error: unknown) => {
        throw isUniqueViolation(error) ? taken() : error;
      });
      if (changed === undefined) return refuse(sql, { userId, id, seen });
      return { ...changed };
    },

    async remove(thing) {
      // Each part ends in a transaction of its own, so that others who change the account wait briefly.
      // oxlint-disable-next-line no-await-in-loop
      while (await removePart(thing));
    },
  };
}

function ifSeen(sql: postgres.ISql, seen: number | undefined): Fragment {
  return seen === undefined ? sql`` : sql`AND version = ${seen}`;
}

type Refuse = (at: postgres.ISql, which: OwnThing) => Promise<never>;

/** Removes a thing, or detaches it only from a part of its links, and returns whether more remain. */
function partRemoval({ sql, clock }: ListParts, { table, detachSome }: Kind, refuse: Refuse) {
  return ({ userId, id, seen }: OwnThing): Promise<boolean> =>
    sql.begin(async (tx) => {
      await lockAccount(tx, userId);
      const found = await tx`
        SELECT 1 FROM ${tx(table)} WHERE id = ${id} AND user_id = ${userId} ${ifSeen(tx, seen)}
        FOR UPDATE`;
      if (found.length === 0) await refuse(tx, { userId, id, seen });
      if (await detachSome?.(tx, id, new Date(clock.now()))) return true;
      await tx`DELETE FROM ${tx(table)} WHERE id = ${id}`;
      return false;
    });
}

/** Each of concurrent calls counts the rows of the calls before it. */
function severalAdded<Thing extends { readonly id: string }>(
  { sql, newId, clock }: ListParts,
  { table, columns, columnNames, most, many }: Kind,
  taken: () => Error,
): AddsSeveral<Thing>['addAll'] {
  return async (userId, things, { firstId = null, belonging } = {}) => {
    const added: Thing[] = [];
    await sql.begin(async (tx) => {
      await lockAccount(tx, userId);
      const before = await tx<Thing[]>`
        SELECT ${columns} FROM ${tx(table)} WHERE id = ${firstId} AND user_id = ${userId}`;
      if (before.length > 0) return void added.push(...before);
      const [held] = await tx<{ count: number }[]>`
        SELECT count(*)::int AS count FROM ${tx(table)} WHERE user_id = ${userId}`;
      if (held && held.count + things.length > most) throw accountFull(most, many);

      const nowMs = clock.now();
      const rows = things.map((fields, place) => ({
        ...columnsFor(fields, columnNames),
        ...{ user_id: userId, created_at: new Date(nowMs) },
        id: (place === 0 ? firstId : null) ?? newId(nowMs),
      }));
      if (rows.length === 0) return;
      const stored = await tx<Thing[]>`
        INSERT INTO ${tx(table)} ${tx(rows)} ON CONFLICT DO NOTHING RETURNING ${columns}`;
      if (stored.length < rows.length) throw taken();
      added.push(...stored);
      await belonging?.(tx, stored);
    });
    return added.map((row) => ({ ...row }));
  };
}

type Row = Record<string, string | number | boolean | Date | null>;

/** The fields that are given. The column of a field is named as it is, in snake_case, or in `names`. */
function columnsFor(fields: object, names: Readonly<Record<string, string>> = {}): Row {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [names[name] ?? postgres.fromCamel(name), value]),
  );
}
