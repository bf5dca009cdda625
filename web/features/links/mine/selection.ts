/** The selected links: some by their ids, or all that match the list's search and filters. */
export type Selection =
  { readonly kind: 'some'; readonly ids: ReadonlySet<string> } | { readonly kind: 'all' };

export const nothingSelected: Selection = { kind: 'some', ids: new Set() };

export function isSelected(selection: Selection, id: string): boolean {
  return selection.kind === 'all' || selection.ids.has(id);
}

/** The selection without some links, whose deletion waits for the end of its undo or has happened. */
export function withoutLinks(selection: Selection, links: ReadonlySet<string>): Selection {
  if (selection.kind === 'all') return selection;
  return { kind: 'some', ids: new Set([...selection.ids].filter((id) => !links.has(id))) };
}

/** How many of `total` matching links are selected. */
export function selectedCount(selection: Selection, total: number): number {
  return selection.kind === 'all' ? total : selection.ids.size;
}

/**
 * The selection after links of the page were selected or not. When all links are selected and one
 * is deselected, the other links of its page stay selected.
 */
export function withLinks(selection: Selection, { page, ids, isOn }: ChangedLinks): Selection {
  const before = selection.kind === 'all' ? page : [...selection.ids];
  const after = new Set(before);
  for (const id of ids) {
    if (isOn) after.add(id);
    else after.delete(id);
  }
  return { kind: 'some', ids: after };
}

type ChangedLinks = {
  /** The ids of the links on the page. */
  readonly page: readonly string[];
  readonly ids: readonly string[];
  readonly isOn: boolean;
};
