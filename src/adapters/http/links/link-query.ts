import { z } from 'zod';
import {
  type LinkPageQuery,
  linkSorts,
  type LinkSort,
  type LinksQuery,
  totalSorts,
} from '#contract/links/links';
import type { ExportFilter, LinkFilter, Page, PageEnd, PageQuery } from '#core/links/link-filter';
import { isId } from '#core/shared/ids';
import { type LabelFilter } from '#core/links/labels';
import { invalid } from '#core/shared/refusal';
import type { PageFrom } from '#core/shared/page';
import type { AskedValues } from '#adapters/http/paging/asked-values';
import {
  cursorsOf,
  fingerprint,
  foreignCursor,
  pagingOf,
  readCursor,
  writeCursor,
} from '#adapters/http/paging/cursor';

/** The requested page; null without paging parameters, for the whole list. */
export function pageQuery(query: LinksQuery, valuesOf: AskedValues): PageQuery | null {
  const { tag: _tag, folder: _folder, ...others } = query;
  const page = asked(query, valuesOf);
  const isAsked = Object.values(others).some((value) => value !== undefined);
  return isAsked || isNarrowed(page.labels) ? page : null;
}

function asked(query: LinksQuery, valuesOf: AskedValues): PageQuery {
  const { sort, order } = query;
  const sorted = { sort: sort || 'createdAt', order: order || 'desc' } as const;
  return {
    ...sorted,
    ...filterOf(query, valuesOf),
    ...pagingOf(query, (cursor) => placeOf(cursor, sorted)),
  };
}

type Narrowing = Pick<
  LinksQuery,
  'search' | 'destination' | 'trackConversions' | 'splitTest' | 'status'
>;

/** The filter in an address. */
export function filterOf(query: Narrowing, valuesOf: AskedValues): LinkFilter {
  const { search, destination, trackConversions, splitTest, status } = query;
  return {
    ...narrowedTo({ search, status, tags: valuesOf('tag'), folders: valuesOf('folder') }),
    destination: destination || null,
    isTracking: trackConversions === 'true',
    isSplit: splitTest === 'true',
  };
}

type Narrowed = {
  readonly search?: string | undefined;
  readonly status?: LinksQuery['status'];
  readonly tags?: readonly string[] | undefined;
  readonly folders?: readonly string[] | undefined;
};

/** The parts of a filter that an address and a body say in the same words. */
export function narrowedTo({ search = '', status, tags = [], folders = [] }: Narrowed) {
  return {
    search: search.normalize('NFC'),
    status: status || null,
    labels: { tags: labelsAsked(tags, 'tag'), folders: labelsAsked(folders, 'folder') },
  };
}

type Exported = Narrowing & { readonly ids?: string | undefined };

/** The links of an export at a time. Refuses `invalid` for ids together with a filter. */
export function exportFilter(
  { ids, ...query }: Exported,
  valuesOf: AskedValues,
  at: Date,
): ExportFilter {
  const filter = filterOf(query, valuesOf);
  if (ids === undefined) return { ...filter, at };
  if (isFiltered(filter)) throw invalid({ path: 'ids', message: 'Send either ids or a filter' });
  return { ...filter, at, ids: [...new Set(ids.split(','))] };
}

/** The requested page of a program. Its cursors are valid for its filters only. */
export function programsPageQuery(query: LinkPageQuery, valuesOf: AskedValues): PageQuery {
  const { cursor, ...question } = query;
  const first = firstPage(question, valuesOf);
  if (!cursor) return first;
  const [itsQuestion, place = ''] = cursor.split('.');
  if (itsQuestion !== fingerprintOf(first)) throw foreignCursor('cursor');
  return { ...first, from: placeOf(place, first) };
}

function firstPage(query: Omit<LinkPageQuery, 'cursor'>, valuesOf: AskedValues): PageQuery {
  const { externalId, name, domain, createdAfter, createdBefore, updatedSince, ...others } = query;
  const exactly = {
    externalId: externalId ?? null,
    named: name === undefined ? null : { name, host: domain?.toLowerCase() ?? null },
    createdAfter: timeOf(createdAfter),
    createdBefore: timeOf(createdBefore),
    updatedSince: timeOf(updatedSince),
  };
  if (domain !== undefined && name === undefined) {
    throw invalid({ path: 'domain', message: 'Send a name with the domain' });
  }
  const isExact = Object.values(exactly).some((value) => value !== null);
  return { ...asked(others, valuesOf), ...(isExact && { exactly }) };
}

function timeOf(text: string | undefined): Date | null {
  return text === undefined ? null : new Date(text);
}

/** Whether the page may read every link of the account: for its search, its filters or its order. */
export function isHeavy(query: PageQuery): boolean {
  return isFiltered(query) || (query.sort !== 'createdAt' && query.sort !== 'name');
}

function isFiltered(filter: LinkFilter): boolean {
  const { search, destination, isSplit, isTracking, status, labels, exactly } = filter;
  const isSought = search !== '' || destination !== null || exactly !== undefined;
  return isSought || isSplit || isTracking || status !== null || isNarrowed(labels);
}

function isNarrowed({ tags, folders }: LabelFilter): boolean {
  return tags.length + folders.length > 0;
}

const mostLabels = 20;
const longestLabel = 200;

/** The ids or names of one kind of label; blank ones count as absent. */
function labelsAsked(sent: readonly string[], path: 'tag' | 'folder'): readonly string[] {
  const texts = sent.map((value) => value.normalize('NFC'));
  const values = [...new Set(texts)].filter((value) => value !== '');
  if (values.length > mostLabels) {
    throw invalid({ path, message: `Send at most ${mostLabels} values` });
  }
  if (values.some((value) => value.length > longestLabel)) {
    throw invalid({ path, message: `A value has at most ${longestLabel} characters` });
  }
  return values;
}

/** A page as a program gets it. */
export function pageJson<Item>(query: PageQuery, page: Page<Item>) {
  const question = fingerprintOf(query);
  const { next, previous } = cursorsOf(page, (from) => `${question}.${cursorAt(query, from)}`);
  return { data: page.items, nextCursor: next, previousCursor: previous, count: page.count };
}

function fingerprintOf({ limit: _limit, from: _from, ...question }: PageQuery): string {
  return fingerprint(question);
}

/** Headers for navigation: the count of all pages, and the neighbours of this one. */
export function pagingHeaders(query: PageQuery, page: Page<unknown>): Record<string, string> {
  const { next, previous } = cursorsOf(page, (from) => cursorAt(query, from));
  return {
    'x-total-count': String(page.count),
    ...(next !== null && { link: `<${urlOf(query, next)}>; rel="next"` }),
    ...(previous !== null && { 'x-previous-cursor': previous }),
  };
}

function urlOf(query: PageQuery, cursor: string): string {
  const { search, destination, isTracking, isSplit, status, labels, sort, order, limit } = query;
  const parameters = new URLSearchParams({
    search,
    ...(destination !== null && { destination }),
    ...(isTracking && { trackConversions: 'true' }),
    ...(isSplit && { splitTest: 'true' }),
    ...(status !== null && { status }),
    sort,
    order,
    limit: String(limit),
    cursor,
  });
  for (const tag of labels.tags) parameters.append('tag', tag);
  for (const folder of labels.folders) parameters.append('folder', folder);
  return `/api/links?${parameters}`;
}

type Sorting = { readonly sort: LinkSort; readonly order: 'asc' | 'desc' };

/** A cursor is valid for its sorting only: in another one its key would be wrong. */
const cursorParts = z.tuple([
  z.enum(linkSorts),
  z.enum(['asc', 'desc']),
  z.enum(['after', 'before']),
  z.string(),
  z.string(),
]);

function cursorAt({ sort, order }: Sorting, { side, position }: PageFrom<PageEnd>): string {
  return writeCursor([sort, order, side, position.key, position.linkId]);
}

function placeOf(cursor: string, { sort, order }: Sorting): PageFrom<PageEnd> {
  const [itsSort, itsOrder, side, key, linkId] = readCursor(cursorParts, cursor, 'cursor');
  const isOurs = itsSort === sort && itsOrder === order && isId(linkId) && isKey(sort, key);
  if (!isOurs) throw foreignCursor('cursor');
  return { side, position: { key, linkId } };
}

function isKey(sort: LinkSort, key: string): boolean {
  if (sort === 'createdAt' || sort === 'updatedAt') return /^\d{1,16}$/.test(key);
  if (totalSorts.some((each) => each === sort)) return /^-?\d{1,18}$/.test(key);
  return key.length <= 2048 && !key.includes('\0');
}
