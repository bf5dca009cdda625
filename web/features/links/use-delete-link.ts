import { useStore } from 'jotai';

/**
 * Deletes the link of an id, with an undo in a toast. Rejects when the server refuses. The file of
 * the undo is loaded with the first deletion, because most visits delete nothing.
 */
export function useDeleteLink(): (id: string) => Promise<void> {
  const store = useStore();
  return async (id) => {
    const { deleteLinkAtom } = await import('./bulk.ts');
    await store.set(deleteLinkAtom, id);
  };
}
