import { atom } from 'jotai';
import { api, type Annotation, ask } from '#web/api.ts';
import { reloadAtom } from '#web/app/state/client.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';

const annotationsKey = ['annotations'];

/** The account's notes on days. */
export const annotationsQuery = queryAtom<readonly Annotation[]>(() => ({
  queryKey: annotationsKey,
  queryFn: () => ask(api.analytics.annotations.get()),
}));

/** What a note says, and of which day (`YYYY-MM-DD`). */
export type NoteWords = Pick<Annotation, 'date' | 'text'>;

export const addNoteAtom = atom(null, async (_, set, note: NoteWords): Promise<void> => {
  await ask(api.analytics.annotations.post(note));
  await set(reloadAtom, annotationsKey);
});

type Edit = { readonly id: string; readonly note: NoteWords };

export const editNoteAtom = atom(null, async (_, set, { id, note }: Edit): Promise<void> => {
  await ask(api.analytics.annotations({ id }).patch(note));
  await set(reloadAtom, annotationsKey);
});

export const removeNoteAtom = atom(null, async (_, set, id: string): Promise<void> => {
  await ask(api.analytics.annotations({ id }).delete());
  await set(reloadAtom, annotationsKey);
});
