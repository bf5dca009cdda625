import { atom } from 'jotai';
import type { Folder, Tag, TagColor } from '#contract/links/labels';
import { call, callAll } from '#web/api.ts';
import { reloadAtom } from '#web/app/state/client.ts';
import { dependentKeys } from '#web/app/state/dependent-keys.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';
import { refreshNumbersAtom } from '#web/app/state/refresh-numbers.ts';

/** Begins the keys of lists whose rows show labels. */
const linksKey = ['links'];

/** The account's tags by name, with their numbers of links. */
export const tagsQuery = queryAtom<readonly Tag[]>(() => ({
  queryKey: [...linksKey, 'tags'],
  queryFn: () => callAll('GET /api/v1/tags'),
}));

/** The account's folders by name, with their numbers of links. */
export const foldersQuery = queryAtom<readonly Folder[]>(() => ({
  queryKey: [...linksKey, 'folders'],
  queryFn: () => callAll('GET /api/v1/folders'),
}));

/** The two kinds of labels that an account manages. */
export type LabelKind = 'tag' | 'folder';

/** A tag or a folder, as far as choices show it. */
export type Label = { readonly id: string; readonly name: string };

export type NewLabel = {
  readonly kind: LabelKind;
  readonly name: string;
  /** Of a tag; without it, the server chooses one. */
  readonly color?: TagColor;
};

/** Adds a label, and returns its id. */
export const addLabelAtom = atom(null, async (_, set, label: NewLabel): Promise<string> => {
  const { kind, name, color } = label;
  const { id } =
    kind === 'tag'
      ? await call('POST /api/v1/tags', { body: { name, ...(color && { color }) } })
      : await call('POST /api/v1/folders', { body: { name } });
  await set(reloadAtom, linksKey);
  return id;
});

export type LabelChange = Required<NewLabel> & { readonly id: string };

export const changeLabelAtom = atom(null, async (_, set, change: LabelChange): Promise<void> => {
  const { kind, id, name, color } = change;
  if (kind === 'tag')
    await call('PATCH /api/v1/tags/:id', { params: { id }, body: { name, color } });
  else await call('PATCH /api/v1/folders/:id', { params: { id }, body: { name } });
  await set(reloadAtom, linksKey);
});

type Removal = { readonly kind: LabelKind; readonly id: string };

/** Removes a label from all links. The server removes the alerts of a tag too. */
export const removeLabelAtom = atom(null, async (_, set, { kind, id }: Removal): Promise<void> => {
  await call(kind === 'tag' ? 'DELETE /api/v1/tags/:id' : 'DELETE /api/v1/folders/:id', {
    params: { id },
  });
  await set(reloadAtom, linksKey);
  void set(refreshNumbersAtom);
  if (kind === 'tag') void set(reloadAtom, dependentKeys.alerts);
});
