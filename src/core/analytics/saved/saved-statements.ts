import { isId, type NewId } from '#core/shared/ids';
import { accountFull, notFound } from '#core/shared/refusal';
import type { Clock } from '#core/shared/time';

/** A statement of SQL that its owner keeps. */
export type SavedStatement = {
  readonly id: string;
  /** 1 to 60 characters. */
  readonly name: string;
  /** 1 to 30,000 characters. */
  readonly query: string;
};

/** The saved statements of one account. */
export const mostStatements = 100;

/** A new name, a new text, or both; null keeps what is stored. */
export type StatementChange = { readonly name: string | null; readonly query: string | null };

export type SavedStatementsPorts = {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly statements: {
    /** The account's statements, oldest first. */
    of(userId: string): Promise<readonly SavedStatement[]>;
    /**
     * Stores the statement; returns false when the account already has `mostStatements`. Concurrent
     * calls cannot exceed the limit.
     */
    add(userId: string, statement: SavedStatement, at: Date): Promise<boolean>;
    /** Changes what is given; null when the account has no such statement. */
    change(userId: string, id: string, change: StatementChange): Promise<SavedStatement | null>;
    /** Returns false when the account has no such statement. */
    remove(userId: string, id: string): Promise<boolean>;
  };
};

/**
 * An account's saved statements. `save` refuses `conflict` when there are `mostStatements`; `change`
 * and `remove` refuse `not_found`.
 */
export function savedStatements({ clock, newId, statements }: SavedStatementsPorts) {
  return {
    list: (userId: string) => statements.of(userId),

    async save(userId: string, input: Omit<SavedStatement, 'id'>): Promise<SavedStatement> {
      const nowMs = clock.now();
      const statement = { id: newId(nowMs), ...input };
      if (await statements.add(userId, statement, new Date(nowMs))) return statement;
      throw accountFull(mostStatements, 'saved statements');
    },

    async change(userId: string, id: string, change: StatementChange): Promise<SavedStatement> {
      const changed = isId(id) ? await statements.change(userId, id, change) : null;
      if (changed === null) throw notFound();
      return changed;
    },

    async remove(userId: string, id: string): Promise<void> {
      if (!isId(id) || !(await statements.remove(userId, id))) throw notFound();
    },
  };
}
