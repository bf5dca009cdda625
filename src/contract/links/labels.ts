import * as z from 'zod/mini';
import { id, isId } from '#contract/fields';
import { unlabelled } from '#contract/analytics/report-filters';
import { listOf, PageQuery } from '#contract/paging';
import { route } from '#contract/route';
import { longestLabelName } from './link-limits.ts';

/** Limit of tags of one account. */
export const mostTags = 200;
/** Limit of folders of one account. */
export const mostFolders = 200;

const tooLong = `A name has at most ${longestLabelName} characters`;

/**
 * The name of a tag or a folder: 1 to 50 characters in one line, trimmed. A comma separates names in
 * files, and an id must not be mistaken for a name.
 */
export const LabelName = z.string('Enter a name').check(
  z.maxLength(1000, { error: tooLong, abort: true }),
  z.trim(),
  z.normalize('NFC'),
  z.check(({ value, issues }) => {
    const message = problemOf(value);
    if (message !== null) issues.push({ code: 'custom', message, input: value });
  }),
);

function problemOf(name: string): string | null {
  if (name === '') return 'Enter a name';
  if ([...name].length > longestLabelName) return tooLong;
  if (!name.isWellFormed() || /\p{Cc}/u.test(name) || !/[\p{L}\p{N}\p{P}\p{S}]/u.test(name)) {
    return 'Use plain text only';
  }
  if (name.includes(',')) return 'A name cannot contain a comma';
  if (name === unlabelled || isId(name.toLowerCase())) return 'Choose another name';
  return null;
}

/** The palette of tags. The web app has a colour of each name for each theme. */
export const tagColors = [
  ...(['gray', 'red', 'orange', 'yellow', 'green'] as const),
  ...(['teal', 'blue', 'purple', 'pink'] as const),
] as const;
export type TagColor = (typeof tagColors)[number];

const color = z.enum(tagColors, `Choose a color of ${tagColors.join(', ')}`);
/** The number of links that have it. */
const links = z.int();

/** A tag as a link shows it. */
export const TagOfLink = z.object({ id, name: LabelName, color });
export type TagOfLink = z.output<typeof TagOfLink>;

/**
 * A word by which an account finds its links. A link may have several tags. A tag's name is unique in
 * the account, without case.
 */
export const Tag = z.extend(TagOfLink, { links });
export type Tag = z.output<typeof Tag>;

/** A new tag. Without a colour, the server chooses one. */
export const NewTag = z.object({ name: LabelName, color: z.optional(color) });
export type NewTag = z.output<typeof NewTag>;
export const TagChanges = z.partial(NewTag);
export type TagChanges = z.output<typeof TagChanges>;

/** A folder as a link shows it. */
export const FolderOfLink = z.object({ id, name: LabelName });
export type FolderOfLink = z.output<typeof FolderOfLink>;

/**
 * A place for links. A link is in one folder or in none; folders contain no folders. A folder's name
 * is unique in the account, without case.
 */
export const Folder = z.extend(FolderOfLink, { links });
export type Folder = z.output<typeof Folder>;

export const NewFolder = z.object({ name: LabelName });
export type NewFolder = z.output<typeof NewFolder>;

export const listTags = route('GET /api/v1/tags', {
  scope: 'links:read',
  marks: true,
  query: PageQuery,
  answer: listOf(Tag),
});
export const addTag = route('POST /api/v1/tags', {
  scope: 'links:write',
  errors: ['conflict'],
  example: { name: 'Spring', color: 'green' },
  body: NewTag,
  status: 201,
  answer: Tag,
});
export const changeTag = route('PATCH /api/v1/tags/:id', {
  scope: 'links:write',
  errors: ['conflict'],
  example: { color: 'blue' },
  body: TagChanges,
  answer: Tag,
});
export const removeTag = route('DELETE /api/v1/tags/:id', { scope: 'links:write' });

export const listFolders = route('GET /api/v1/folders', {
  scope: 'links:read',
  marks: true,
  query: PageQuery,
  answer: listOf(Folder),
});
export const addFolder = route('POST /api/v1/folders', {
  scope: 'links:write',
  errors: ['conflict'],
  example: { name: 'Newsletter' },
  body: NewFolder,
  status: 201,
  answer: Folder,
});
export const renameFolder = route('PATCH /api/v1/folders/:id', {
  scope: 'links:write',
  errors: ['conflict'],
  example: { name: 'Newsletters' },
  body: z.partial(NewFolder),
  answer: Folder,
});
export const removeFolder = route('DELETE /api/v1/folders/:id', { scope: 'links:write' });
