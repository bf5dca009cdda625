import type { FieldPath } from 'react-hook-form';
import type { ApiError } from '#web/api-error.ts';
import type { LinkValues } from './link-schema.ts';

type FieldIssue = { readonly path: FieldPath<LinkValues>; readonly message: string };

const fields = [
  'originalUrl',
  'customAlias',
  'domain',
  'profitPerSale',
  'expiresAt',
  'title',
  'description',
  'notes',
  'folder',
] as const;

/** Maps a server error to the form's fields. */
export function linkIssues(error: ApiError): FieldIssue[] {
  if (error.code === 'alias_taken') return [{ path: 'customAlias', message: error.message }];
  return error.issues.flatMap(({ path, message }) => {
    const field = fields.find((name) => name === path) ?? tagsField(path) ?? destinationField(path);
    return field ? [{ path: field, message }] : [];
  });
}

/** The tags are one field. */
function tagsField(path: string): 'tags' | null {
  return /^tags(\.\d+)?$/.test(path) ? 'tags' : null;
}

/** The server counts destinations from 0. The first has its own field in the form. */
function destinationField(path: string): FieldPath<LinkValues> | null {
  const [, digits] = /^splitTestUrls(?:\.(\d+))?$/.exec(path) ?? [];
  if (!path.startsWith('splitTestUrls')) return null;
  const index = Number(digits ?? 1);
  return index === 0 ? 'originalUrl' : `otherDestinations.${index - 1}.url`;
}
