import { isId, type NewId } from '#core/shared/ids';
import { invalid, Refusal } from '#core/shared/refusal';
import { mostFolders, type Folder } from './folders.ts';
import { readLabelName } from './label-name.ts';
import { mostTags, type Tag } from './tags.ts';

/** How a link is organised. */
export type LinkLabels = {
  readonly folder: Folder | null;
  /** By name without case. */
  readonly tags: readonly Tag[];
};

export const noLabels: LinkLabels = { folder: null, tags: [] };

/** The tags of one link. */
export const mostTagsOfLink = 20;

/**
 * The labels that an owner gives a link: ids or names of tags and of a folder. A name that the
 * account does not have yet becomes a new tag or folder. Blank or null means no folder. `undefined`
 * leaves a link's labels as they are.
 */
export type LabelsInput = {
  readonly tags?: readonly string[] | undefined;
  readonly folder?: string | null | undefined;
};

/** One label that is wanted: of the account by its id, or by its name, with an id if it is new. */
export type WantedLabel =
  | { readonly by: 'id'; readonly id: string }
  | { readonly by: 'name'; readonly name: string; readonly newId: string };

/** The labels that a link is given; absent ones stay as they are. */
export type WantedLabels = {
  readonly tags?: readonly WantedLabel[];
  readonly folder?: WantedLabel | null;
};

/**
 * Why a link cannot have its wanted labels. `label_missing`: the account has no label with an id;
 * `labels_full`: the account would have more than `mostTags` or `mostFolders`.
 */
export type RefusedLabels = {
  readonly kind: 'label_missing' | 'labels_full';
  readonly field: 'tags' | 'folder';
};

export type LinkLabelsPorts = {
  /**
   * The labels of these links of the account, by link id. Links without labels, and links of other
   * accounts, may be missing.
   */
  labelsOf(userId: string, linkIds: readonly string[]): Promise<ReadonlyMap<string, LinkLabels>>;
  /** The first field with an id that is none of the account's labels; null when there is none. */
  missingLabels(userId: string, wanted: WantedLabels): Promise<RefusedLabels['field'] | null>;
};

/** Reports every issue of the labels at `tags`, `tags.2` or `folder`. */
export function checkLabels(
  { tags = [], folder }: LabelsInput,
  report: (path: string, message: string) => void,
): void {
  if (tags.length > mostTagsOfLink) report('tags', tooManyTags);
  else for (const [index, text] of tags.entries()) checkLabel(text, `tags.${index}`);
  if (folder?.trim()) checkLabel(folder, 'folder');

  function checkLabel(text: string, path: string): void {
    const read = readLabelName(text);
    if (read.kind === 'refused' && !isId(text)) report(path, read.message);
  }
}

const tooManyTags = `A link can have at most ${mostTagsOfLink} tags`;

/** What checked labels ask for. The ids are for the names that turn out to be new. */
export function wantedLabels(
  { tags, folder }: LabelsInput,
  { newId, nowMs }: { readonly newId: NewId; readonly nowMs: number },
): WantedLabels {
  const wantedLabel = (text: string) => wanted(text, newId(nowMs));
  return {
    ...(tags !== undefined && { tags: tags.map(wantedLabel) }),
    ...(folder !== undefined && { folder: folder?.trim() ? wantedLabel(folder) : null }),
  };
}

function wanted(text: string, newId: string): WantedLabel {
  if (isId(text)) return { by: 'id', id: text };
  const read = readLabelName(text);
  return { by: 'name', name: read.kind === 'name' ? read.name : text, newId };
}

/** `invalid` for a label that the account does not have, `conflict` when it can have no further one. */
export function labelsRefusal({ kind, field }: RefusedLabels): Refusal {
  if (kind === 'label_missing') {
    const message =
      field === 'tags' ? 'One of these tags no longer exists' : 'This folder no longer exists';
    return invalid({ path: field, message });
  }
  const message =
    field === 'tags'
      ? `An account can have at most ${mostTags} tags. Use one that you have.`
      : `An account can have at most ${mostFolders} folders. Use one that you have.`;
  return new Refusal('conflict', message, { issues: [{ path: field, message }] });
}
