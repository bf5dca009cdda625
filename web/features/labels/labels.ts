import { atom } from 'jotai';
import { api, ask, type Folder, type Tag } from '#web/api.ts';
import { reloadAtom } from '#web/app/state/client.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';
import { refreshNumbersAtom } from '#web/app/state/refresh-numbers.ts';

export type TagColor = Tag['color'];

/** Stands for links without a tag or without a folder, in filters. */
export const withoutLabel = '(none)';

/** As the API limits them. */
export const longestLabelName = 50;
export const mostTagsOfLink = 20;

/** Begins the keys of lists whose rows show labels. */
const linksKey = ['links'];

/** The account's tags by name, with their numbers of links. */
export const tagsQuery = queryAtom<readonly Tag[]>(() => ({
  queryKey: [...linksKey, 'tags'],
  queryFn: () => ask(api.tags.get()),
}));

/** The account's folders by name, with their numbers of links. */
export const foldersQuery = queryAtom<readonly Folder[]>(() => ({
  queryKey: [...linksKey, 'folders'],
  queryFn: () => ask(api.folders.get()),
}));

/** The two kinds of labels that an account manages. */
export type LabelKind = 'tag' | 'folder';

export type NewLabel = {
  readonly kind: LabelKind;
  readonly name: string;
  readonly color: TagColor;
};

export const addLabelAtom = atom(null, async (_, set, label: NewLabel): Promise<void> => {
  const { kind, name, color } = label;
  if (kind === 'tag') await ask(api.tags.post({ name, color }));
  else await ask(api.folders.post({ name }));
  await set(reloadAtom, linksKey);
});

export type LabelChange = NewLabel & { readonly id: string };

export const changeLabelAtom = atom(null, async (_, set, change: LabelChange): Promise<void> => {
  const { kind, id, name, color } = change;
  if (kind === 'tag') await ask(api.tags({ id }).patch({ name, color }));
  else await ask(api.folders({ id }).patch({ name }));
  await set(reloadAtom, linksKey);
});

type Removal = { readonly kind: LabelKind; readonly id: string };

export const removeLabelAtom = atom(null, async (_, set, { kind, id }: Removal): Promise<void> => {
  await ask(kind === 'tag' ? api.tags({ id }).delete() : api.folders({ id }).delete());
  await set(reloadAtom, linksKey);
  void set(refreshNumbersAtom);
});
