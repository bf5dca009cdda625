import { atom } from 'jotai';
import type { SavedStatement } from '#contract/analytics/saved';
import { call, callAll } from '#web/api.ts';
import { reloadAtom } from '#web/app/state/client.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';

const savedKey = ['saved statements'];

/** The account's saved statements, oldest first. */
export const savedStatementsQuery = queryAtom<readonly SavedStatement[]>(() => ({
  queryKey: savedKey,
  queryFn: () => callAll('GET /api/v1/sql/statements'),
}));

/** Saves a new statement. */
export const saveStatementAtom = atom(
  null,
  async (_, set, statement: Pick<SavedStatement, 'name' | 'query'>): Promise<void> => {
    await call('POST /api/v1/sql/statements', { body: statement });
    await set(reloadAtom, savedKey);
  },
);

type StatementChange = Pick<SavedStatement, 'id'> & Partial<SavedStatement>;

/** Gives a statement another name or another text. */
export const changeStatementAtom = atom(
  null,
  async (_, set, { id, ...change }: StatementChange): Promise<void> => {
    await call('PATCH /api/v1/sql/statements/:id', { params: { id }, body: change });
    await set(reloadAtom, savedKey);
  },
);

/** Deletes a statement. */
export const removeStatementAtom = atom(null, async (_, set, id: string): Promise<void> => {
  await call('DELETE /api/v1/sql/statements/:id', { params: { id } });
  await set(reloadAtom, savedKey);
});
