import { atom } from 'jotai';
import type { Annotation } from '#contract/analytics/saved';
import { call, callAll } from '#web/api.ts';
import { reloadAtom } from '#web/app/state/client.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';

const annotationsKey = ['annotations'];

/** The account's notes on days. */
export const annotationsQuery = queryAtom<readonly Annotation[]>(() => ({
  queryKey: annotationsKey,
  queryFn: () => callAll('GET /api/v1/analytics/annotations'),
}));

/** The text of a note and its day (`YYYY-MM-DD`). */
export type NoteWords = Pick<Annotation, 'date' | 'text'>;

export const addNoteAtom = atom(null, async (_, set, note: NoteWords): Promise<void> => {
  await call('POST /api/v1/analytics/annotations', { body: note });
  await set(reloadAtom, annotationsKey);
});

type Edit = { readonly id: string; readonly note: NoteWords };

export const editNoteAtom = atom(null, async (_, set, { id, note }: Edit): Promise<void> => {
  await call('PATCH /api/v1/analytics/annotations/:id', { params: { id }, body: note });
  await set(reloadAtom, annotationsKey);
});

export const removeNoteAtom = atom(null, async (_, set, id: string): Promise<void> => {
  await call('DELETE /api/v1/analytics/annotations/:id', { params: { id } });
  await set(reloadAtom, annotationsKey);
});
