import type { NewUtmTemplate, UtmTemplate } from '#contract/links/utm-templates';
import {
  type FolderOfLink,
  LabelName,
  mostFolders,
  mostTags,
  type NewTag,
  type Tag,
  tagColors,
  type TagColor,
  type TagOfLink,
} from '#contract/links/labels';
import { mostTagsOfLink } from '#contract/links/link-limits';
import { isId } from '#contract/fields';
import type { NewId } from '#core/shared/ids';
import { conflictAt, invalid, type Refusal } from '#core/shared/refusal';
import type { LabelPorts } from './ports.ts';

/** The id that an idempotent call has chosen for what it adds. */
type Chosen = { readonly chosenId?: string | null };

/**
 * Stores a tag. Without a chosen colour, it gets the next colour of the palette. Refuses
 * `conflict`.
 */
export async function addTag(
  { tags }: Pick<LabelPorts, 'tags'>,
  userId: string,
  { name, color, chosenId }: NewTag & Chosen,
): Promise<Tag> {
  const fields = { name, color: color ?? colorOfNext((await tags.of(userId)).length) };
  return tags.add(userId, fields, chosenId);
}

/** Stores a template, with empty text for each absent parameter. Refuses `conflict`. */
export async function addUtmTemplate(
  { utmTemplates }: Pick<LabelPorts, 'utmTemplates'>,
  userId: string,
  { name, utm_source = '', utm_medium = '', utm_campaign = '', ...more }: NewUtmTemplate & Chosen,
): Promise<UtmTemplate> {
  const { utm_term = '', utm_content = '', chosenId } = more;
  const fields = { name, utm_source, utm_medium, utm_campaign, utm_term, utm_content };
  return utmTemplates.add(userId, fields, chosenId);
}

/** The colour of a new tag when nobody chose one: the palette in turn. */
export function colorOfNext(existing: number): TagColor {
  return tagColors[existing % tagColors.length] ?? tagColors[0];
}

/** A name as it is stored, or why it is not valid. */
export type ReadLabelName =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'refused'; readonly message: string };

/** Reads the name of a tag or a folder. */
export function readLabelName(text: string): ReadLabelName {
  const { data, error } = LabelName.safeParse(text);
  if (data !== undefined) return { kind: 'name', name: data };
  return { kind: 'refused', message: error?.issues[0]?.message ?? '' };
}

/**
 * Narrows links by their labels: ids or names, without case, or `unlabelled`. A link passes when it
 * has one of the tags and is in one of the folders; an empty list lets every link pass. No link has
 * a tag or folder that the account does not have.
 */
export type LabelFilter = {
  readonly tags: readonly string[];
  readonly folders: readonly string[];
};

/** How a link is organised. */
export type LinkLabels = {
  readonly folder: FolderOfLink | null;
  /** By name without case. */
  readonly tags: readonly TagOfLink[];
};

export const noLabels: LinkLabels = { folder: null, tags: [] };

/**
 * The labels that an owner gives a link: ids or names of tags and of a folder. A name that the
 * account does not have yet becomes a new tag or folder. Blank or null means no folder. `undefined`
 * leaves a link's labels as they are.
 */
export type LabelsInput = {
  readonly tags?: readonly string[] | null | undefined;
  readonly folder?: string | null | undefined;
};

/**
 * One requested label: an existing one by its id, or any by its name. A label with a new name gets
 * `newId`.
 */
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

/** Reports every issue of the labels at `tags`, `tags.2` or `folder`. */
export function checkLabels(
  { tags, folder }: LabelsInput,
  report: (path: string, message: string) => void,
): void {
  if (tags && tags.length > mostTagsOfLink) report('tags', tooManyTags);
  else for (const [index, text] of (tags ?? []).entries()) checkLabel(text, `tags.${index}`);
  if (folder?.trim()) checkLabel(folder, 'folder');

  function checkLabel(text: string, path: string): void {
    const read = readLabelName(text);
    if (read.kind === 'refused' && !isId(text)) report(path, read.message);
  }
}

const tooManyTags = `A link can have at most ${mostTagsOfLink} tags`;

/** Returns the requested labels. The ids are for the names that are new. */
export function wantedLabels(
  { tags, folder }: LabelsInput,
  { newId, nowMs }: { readonly newId: NewId; readonly nowMs: number },
): WantedLabels {
  const wantedLabel = (text: string) => wanted(text, newId(nowMs));
  return {
    ...(tags !== undefined && { tags: (tags ?? []).map(wantedLabel) }),
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
  return conflictAt(field, message);
}
