import { api, ask } from '#web/api.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';

/** The account's tags and folders, with their numbers of links. */
export const tagsQuery = queryAtom(() => ({
  queryKey: ['links', 'tags'],
  queryFn: () => ask(api.tags.get()),
}));

export const foldersQuery = queryAtom(() => ({
  queryKey: ['links', 'folders'],
  queryFn: () => ask(api.folders.get()),
}));
