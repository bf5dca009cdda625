import { type LinkText, linkTexts, namesOfTexts } from '#contract/links/link-limits';
import type { LinkInput } from '#core/links/link';
import type { ReadDestination } from '#core/links/destination';
import type { Issue } from '#core/shared/refusal';
import { dayMs } from '#core/shared/time';
import { type ImportField, type ImportMapping, utmFields } from '#contract/links/imports';
import { nameInUrl, readClicks, readFlag, readTime, tagsIn, type ReadCell } from './read-cells.ts';

/** The content of a row: the input of a link, and fields that only an import can set. */
export type RowInput = {
  readonly link: LinkInput & { readonly originalUrl: string };
  /** Null: now. */
  readonly createdAt: Date | null;
  /** Clicks that another service has counted; null when the file does not have them. */
  readonly importedClicks: number | null;
};

export type ReadRow =
  | { readonly kind: 'input'; readonly input: RowInput }
  | { readonly kind: 'refused'; readonly issues: readonly Issue[] };

/** The facts on which reading a row depends. */
export type RowRules = {
  readonly mapping: ImportMapping;
  /** The recognized format (`formats.ts`); null: none. */
  readonly formatId: string | null;
  readonly readDestination: ReadDestination;
  readonly nowMs: number;
};

/**
 * Reads the cells of a row. Blank cells leave a field as it is for a new link; a blank expiry means
 * that the link does not expire. The issues' paths are fields.
 */
export function readRow(cells: readonly string[], rules: RowRules): ReadRow {
  const issues: Issue[] = [];
  const cell = cellsByField(cells, rules.mapping);
  const read = <T>(field: ImportField, reader: (text: string) => ReadCell<T>): T | undefined => {
    const text = cell(field);
    if (text === undefined || text === '') return undefined;
    const found = reader(text);
    if (found.kind === 'value') return found.value;
    issues.push({ path: field, message: found.message });
    return undefined;
  };

  const originalUrl = cell('originalUrl') ?? '';
  if (originalUrl === '')
    issues.push({ path: 'originalUrl', message: 'The destination is missing' });
  const expiresAt = read('expiresAt', readTime);
  const createdAt = read('createdAt', (text) => pastTime(text, rules.nowMs)) ?? null;
  const importedClicks = read('importedClicks', readClicks) ?? null;
  const link = {
    originalUrl: withUtm(originalUrl, cell, rules.readDestination),
    customAlias: aliasOf(cell),
    ...textsOf(cell),
    ...tagsOf(cell, rules),
    ...(cell('expiresAt') !== undefined && { expiresAt: expiresAt ?? null }),
    isActive: read('isActive', readFlag),
    trackConversions: read('trackConversions', readFlag),
    ...splitTestOf(cell, read('splitTestEnabled', readFlag)),
  };
  if (issues.length > 0) return { kind: 'refused', issues };
  return { kind: 'input', input: { link, createdAt, importedClicks } };
}

/** The trimmed cell of a field; undefined when no column has the field. */
type CellOf = (field: ImportField) => string | undefined;

function cellsByField(cells: readonly string[], mapping: ImportMapping): CellOf {
  return (field) => {
    const at = mapping.indexOf(field);
    return at < 0 ? undefined : (cells[at] ?? '').trim();
  };
}

/**
 * The split test: its destinations are separated by blanks. Older files do not have the column of
 * destinations. They say only that there was a test, and the test is not switched on.
 */
function splitTestOf(
  cell: CellOf,
  isOn: boolean | undefined,
): Pick<LinkInput, 'splitTestEnabled' | 'splitTestUrls'> {
  const splitTestUrls = (cell('splitTestUrls') ?? '').split(/\s+/).filter((url) => url !== '');
  if (splitTestUrls.length === 0) return {};
  return { splitTestUrls, splitTestEnabled: isOn ?? true };
}

/** The alias, or else the name in the short address. */
function aliasOf(cell: CellOf): string | null {
  const name = nameInUrl(firstIn(cell('alias') ?? '')) || nameInUrl(cell('shortUrl') ?? '');
  return name === '' ? null : name;
}

/** The first text of a JSON list, as in Bitly's API; any other text unchanged. */
function firstIn(text: string): string {
  if (!text.startsWith('[')) return text;
  try {
    const list: unknown = JSON.parse(text);
    const first: unknown = Array.isArray(list) ? (list[0] ?? '') : text;
    return typeof first === 'string' ? first : text;
  } catch {
    return text;
  }
}

function textsOf(cell: CellOf): Pick<LinkInput, LinkText | 'folder'> {
  const fields = [...namesOfTexts(linkTexts), 'folder'] as const;
  return Object.fromEntries(fields.flatMap((field) => (cell(field) ? [[field, cell(field)]] : [])));
}

function tagsOf(cell: CellOf, { formatId }: RowRules): Pick<LinkInput, 'tags'> {
  const text = cell('tags');
  return text === undefined ? {} : { tags: tagsIn(text, formatId === 'waypost') };
}

/** Adds the UTM parameters of the row to the destination, except those that it has already. */
function withUtm(typed: string, cell: CellOf, readDestination: ReadDestination): string {
  const wanted = utmFields.flatMap((field) => {
    const value = cell(field);
    return value === undefined || value === '' ? [] : [[field, value] as const];
  });
  if (wanted.length === 0) return typed;
  const href = readDestination(typed);
  if (href === null) return typed;
  const { searchParams } = new URL(href);
  const missing = wanted.filter(([field, value]) => searchParams.get(field) !== value);
  return missing.length === 0 ? href : withParameters(href, missing);
}

/**
 * Adds these parameters at the end of the address's query. The other parameters keep their
 * spelling.
 */
function withParameters(href: string, parameters: readonly (readonly [string, string])[]): string {
  const [, page = '', query = '', fragment = ''] = /^([^?#]*)\??([^#]*)(.*)$/s.exec(href) ?? [];
  const replaced = new Set(parameters.map(([name]) => name));
  const kept = query
    .split('&')
    .filter((pair) => pair !== '' && !replaced.has(pair.split('=')[0] ?? ''));
  const added = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${page}?${[...kept, ...added].join('&')}${fragment}`;
}

/**
 * A time of creation. A time less than a day in the future becomes now, because the other service's
 * clock may be ahead.
 */
function pastTime(text: string, nowMs: number): ReadCell<Date> {
  const read = readTime(text);
  if (read.kind === 'refused' || read.value.getTime() <= nowMs) return read;
  if (read.value.getTime() - nowMs < dayMs) return { kind: 'value', value: new Date(nowMs) };
  return { kind: 'refused', message: 'The time of creation is in the future' };
}
