import type { QueryObserverResult } from '@tanstack/query-core';
import { atom } from 'jotai';
import { call, callAll, type ImportSummary, type LinkImport, sendCsv } from '#web/api.ts';
import { atomPer } from '#web/app/state/atom-per.ts';
import { reloadAtom } from '#web/app/state/client.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';
import { refreshNumbersAtom } from '#web/app/state/refresh-numbers.ts';
import { paths } from '#web/paths.ts';
import { saveFile } from '#web/save-file.ts';

const importsKey = ['imports'];

/** How often the page reads an import that is checked or runs. */
const pollMs = 700;
/** How often the list is read while one of its imports is checked or runs. */
const listPollMs = 2000;

/** The account's imports, the latest first. */
export const importsQuery = queryAtom<ImportSummary[]>(() => ({
  queryKey: [...importsKey, 'all'],
  queryFn: () => callAll('GET /api/v1/imports'),
  refetchInterval: ({ state }) => (state.data?.some(isWorking) ? listPollMs : false),
}));

/** Fetches the account's imports again. */
export const reloadImportsAtom = atom(null, (_, set) => set(reloadAtom, importsKey));

export const importQuery = atomPer<string, QueryObserverResult<LinkImport>>((id) =>
  queryAtom(() => ({
    queryKey: [...importsKey, 'one', id],
    queryFn: () => call('GET /api/v1/imports/:id', { params: { id } }),
    refetchInterval: ({ state }) => (state.data && isWorking(state.data) ? pollMs : false),
  })),
);

/** Whether the server checks or imports rows now. */
export function isWorking({ state }: Pick<LinkImport, 'state'>): boolean {
  return state === 'checking' || state === 'running';
}

/** Uploads a file and returns the id of its import. */
export const uploadImportAtom = atom(null, async (_, set, file: File): Promise<string> => {
  const answer = await sendCsv(paths.importedFile, file);
  await set(reloadAtom, importsKey);
  if (typeof answer === 'object' && answer !== null && 'id' in answer) return String(answer.id);
  throw new Error('The answer names no import');
});

type Checked = {
  readonly id: string;
  readonly mapping: LinkImport['mapping'];
  /** The host of the links' domain; null: the short host. */
  readonly domain: string | null;
};

export const checkImportAtom = atom(
  null,
  async (_, set, { id, mapping, domain }: Checked): Promise<void> => {
    await call('POST /api/v1/imports/:id/check', {
      params: { id },
      body: { mapping: [...mapping], domain },
    });
    await set(reloadAtom, importsKey);
  },
);

export const startImportAtom = atom(null, async (_, set, id: string): Promise<void> => {
  await call('POST /api/v1/imports/:id/start', { params: { id } });
  await set(reloadAtom, importsKey);
  void set(refreshNumbersAtom);
});

export const cancelImportAtom = atom(null, async (_, set, id: string): Promise<void> => {
  await call('POST /api/v1/imports/:id/cancel', { params: { id } });
  await set(reloadAtom, importsKey);
  void set(refreshNumbersAtom);
});

/** Downloads all rows of an import that do not become links. */
export const saveProblemsAtom = atom(null, async (_, __, id: string): Promise<void> => {
  await saveFile({ url: paths.importProblems(id), name: 'import-problems.csv' });
});
