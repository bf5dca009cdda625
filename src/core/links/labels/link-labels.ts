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

/** The labels of a link by their ids; absent ones stay as they are. */
export type LabelIds = {
  readonly tagIds?: readonly string[];
  readonly folderId?: string | null;
};

export type LinkLabelsPorts = {
  /**
   * The labels of these links of the account, by link id. Links without labels, and links of other
   * accounts, may be missing.
   */
  labelsOf(userId: string, linkIds: readonly string[]): Promise<ReadonlyMap<string, LinkLabels>>;
  /**
   * The ids of the wanted labels, in their order and each once. Names are compared without case; the
   * ones that the account does not have are added, all or none. `missing`: the account has no label
   * with an id; `full`: the account would have more than `mostTags` or `mostFolders`.
   */
  settleLabels(
    userId: string,
    wanted: { readonly tags: readonly WantedLabel[]; readonly folder: WantedLabel | null },
    at: Date,
  ): Promise<
    | {
        readonly kind: 'settled';
        readonly tagIds: readonly string[];
        readonly folderId: string | null;
      }
    | { readonly kind: 'missing' | 'full'; readonly field: 'tags' | 'folder' }
  >;
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

/**
 * The ids of checked labels, which exist from now on. Refuses `invalid` when an id belongs to none of
 * the account's, and `conflict` when the account can have no further one.
 */
export async function settledLabels(
  ports: { readonly links: Pick<LinkLabelsPorts, 'settleLabels'>; readonly newId: NewId },
  userId: string,
  { input, nowMs }: { readonly input: LabelsInput; readonly nowMs: number },
): Promise<LabelIds> {
  const { tags, folder } = input;
  if (tags === undefined && folder === undefined) return {};

  const wantedLabel = (text: string) => wanted(text, ports.newId(nowMs));
  const asked = {
    tags: (tags ?? []).map(wantedLabel),
    folder: folder?.trim() ? wantedLabel(folder) : null,
  };
  const settled = await ports.links.settleLabels(userId, asked, new Date(nowMs));
  if (settled.kind !== 'settled') throw refusalOf(settled);
  return {
    ...(tags !== undefined && { tagIds: settled.tagIds }),
    ...(folder !== undefined && { folderId: settled.folderId }),
  };
}

function wanted(text: string, newId: string): WantedLabel {
  if (isId(text)) return { by: 'id', id: text };
  const read = readLabelName(text);
  return { by: 'name', name: read.kind === 'name' ? read.name : text, newId };
}

function refusalOf({
  kind,
  field,
}: {
  kind: 'missing' | 'full';
  field: 'tags' | 'folder';
}): Refusal {
  if (kind === 'missing') {
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
