import { namesOfTexts, previewTexts } from '#contract/links/link-limits';
import type { FieldPath } from 'react-hook-form';
import type { ApiError } from '#web/api-error.ts';
import type { LinkValues } from './link-form.ts';
import { formTexts } from './notes.ts';

type FieldIssue = { readonly path: FieldPath<LinkValues>; readonly message: string };

const fields = [
  'originalUrl',
  'customAlias',
  'domain',
  'profitPerSale',
  'expiresAt',
  ...namesOfTexts(formTexts),
  'folder',
] as const;

/** Maps a server error to the form's fields. */
export function linkIssues(error: ApiError): FieldIssue[] {
  if (error.code === 'alias_taken') return [{ path: 'customAlias', message: error.message }];
  return error.issues.flatMap(({ path, message }) => {
    const field =
      fields.find((name) => name === path) ??
      tagsField(path) ??
      destinationField(path) ??
      optionField(path);
    return field ? [{ path: field, message }] : [];
  });
}

/** The tags are one field. */
function tagsField(path: string): 'tags' | null {
  return /^tags(\.\d+)?$/.test(path) ? 'tags' : null;
}

const optionFields = [
  'startsAt',
  'expiresAfterClicks',
  'expiredUrl',
  'password',
  'iosUrl',
  'iosFallbackUrl',
  'androidUrl',
  'androidFallbackUrl',
  ...namesOfTexts(previewTexts),
] as const;

function optionField(path: string): FieldPath<LinkValues> | null {
  const option = optionFields.find((name) => name === path);
  if (option !== undefined) return `options.${option}`;
  const [, index, field = 'devices'] =
    /^rules\.(\d+)(?:\.(devices|systems|countries|languages|url))?/.exec(path) ?? [];
  if (index === undefined) return null;
  const name = (['devices', 'systems', 'countries', 'languages', 'url'] as const).find(
    (one) => one === field,
  );
  return name === undefined ? null : `options.rules.${Number(index)}.${name}`;
}

/** The server counts destinations from 0. The first has its own field in the form. */
function destinationField(path: string): FieldPath<LinkValues> | null {
  const [, digits] = /^splitTestUrls(?:\.(\d+))?$/.exec(path) ?? [];
  if (!path.startsWith('splitTestUrls')) return null;
  const index = Number(digits ?? 1);
  return index === 0 ? 'originalUrl' : `otherDestinations.${index - 1}.url`;
}
