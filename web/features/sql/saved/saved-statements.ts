import { atom } from 'jotai';
import { api, ask, type SavedStatement } from '#web/api.ts';
import { reloadAtom } from '#web/app/state/client.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';

const savedKey = ['saved statements'];

/** As the API limits it. */
export const longestName = 60;

/** The account's saved statements, oldest first. */
export const savedStatementsQuery = queryAtom<readonly SavedStatement[]>(() => ({
  queryKey: savedKey,
  queryFn: () => ask(api.sql.saved.get()),
}));

export const saveStatementAtom = atom(
  null,
  async (_, set, statement: Pick<SavedStatement, 'name' | 'query'>): Promise<void> => {
    await ask(api.sql.saved.post(statement));
    await set(reloadAtom, savedKey);
  },
);

export const renameStatementAtom = atom(
  null,
  async (_, set, { id, name }: Pick<SavedStatement, 'id' | 'name'>): Promise<void> => {
    await ask(api.sql.saved({ id }).patch({ name }));
    await set(reloadAtom, savedKey);
  },
);

export const removeStatementAtom = atom(null, async (_, set, id: string): Promise<void> => {
  await ask(api.sql.saved({ id }).delete());
  await set(reloadAtom, savedKey);
});
