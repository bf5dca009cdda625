import { useAtomValue } from 'jotai';
import { useLocation } from 'react-router';
import { searchParamsAtom } from '#web/app/state/search-params.ts';
import { filterNames } from '#contract/analytics/report-filters';
import { timeRangeOf } from './ranges.ts';
import { hasNewLinkForm, type NewLinkKind, paths } from '#web/paths.ts';

/** The screens that can be filtered by one link. */
const linkPaths: readonly string[] = [paths.analytics, paths.conversions, paths.tracking];

/** The screens that have only the few time ranges. */
const fewRanges: readonly string[] = [paths.home, paths.dashboard, paths.conversions];

const rangeNames = ['range', 'from', 'to'] as const;

/** Name the filters that are turned around, and those whose values are parts. */
const operatorNames = ['not', 'contains'] as const;

/** The parameters of My Links. Its tag and folder filter the list, not a report. */
const listNames = [
  ...(['search', 'status', 'kind', 'tag', 'folder'] as const),
  ...(['sort', 'order', 'page', 'cursor'] as const),
] as const;

/** The parameter of a link's page with the parameters of the list that led to it. */
const listName = 'list';

/** The screen that is left. */
export type Before = { readonly pathname: string; readonly searchParams: URLSearchParams };

/**
 * A path with the current time range and filters. A screen that can be filtered by a link also gets
 * the current links (or `linkId`). A screen with only the few time ranges gets the shortest one
 * that covers the current range. A link's page also keeps the search, filters, order and page of My
 * Links, for the way back.
 */
export function keepQuery(
  path: string,
  { pathname, searchParams }: Before,
  linkId?: string,
): string {
  const along = new URLSearchParams();
  const copy = (names: readonly string[], from = searchParams) => {
    for (const name of names) for (const value of from.getAll(name)) along.append(name, value);
  };
  const isList = [path, pathname].includes(paths.links);
  if (!fewRanges.includes(path)) copy(rangeNames);
  else if (rangeNames.some((name) => searchParams.has(name)))
    along.set('range', timeRangeOf(searchParams));
  copy(reportNames.filter((name) => !isList || !isListName(name)));
  const isOfLinks = linkPaths.includes(path);
  if (isOfLinks && linkId === undefined) copy(['link']);
  for (const operator of operatorNames) {
    for (const name of searchParams.getAll(operator)) {
      if (along.has(name)) along.append(operator, name);
    }
  }
  if (isOfLinks && linkId !== undefined) along.set('link', linkId);
  const list = listOf({ pathname, searchParams });
  if (path === paths.links && pathname !== path) copy(listNames, list);
  if (isLinkPage(path) && list.size > 0) along.set(listName, list.toString());
  return along.size === 0 ? path : `${path}?${along}`;
}

/** My Links with only the links of a folder, or of all, in the current time range. */
export function inFolder(folder: string | null, before: Before): string {
  const [, kept] = keepQuery(paths.links, before).split('?');
  const along = new URLSearchParams(kept);
  for (const name of listNames) along.delete(name);
  if (folder !== null) along.set('folder', folder);
  return along.size === 0 ? paths.links : `${paths.links}?${along}`;
}

/** Returns `keepQuery` for the current screen. */
export function useKeepQuery(): (path: string, linkId?: string) => string {
  const searchParams = useAtomValue(searchParamsAtom);
  const { pathname } = useLocation();
  return (path, linkId) => keepQuery(path, { pathname, searchParams }, linkId);
}

/**
 * The form of a new link: on this screen with all that its address says, or else on the dashboard in
 * the current time range.
 */
export function newLinkPath(before: Before, kind: NewLinkKind): string {
  const { pathname, searchParams } = before;
  const isHere = hasNewLinkForm(pathname);
  const [path = '', kept] = isHere ? [pathname] : keepQuery(paths.dashboard, before).split('?');
  const along = new URLSearchParams(isHere ? searchParams : kept);
  along.set('new', kind);
  return `${path}?${along}`;
}

/** Returns `newLinkPath` for the current screen. */
export function useNewLinkPath(): (kind: NewLinkKind) => string {
  const searchParams = useAtomValue(searchParamsAtom);
  const { pathname } = useLocation();
  return (kind) => newLinkPath({ pathname, searchParams }, kind);
}

const reportNames = filterNames.filter((name) => name !== 'link');

function isListName(name: string): boolean {
  return listNames.some((each) => each === name);
}

/** A link's page or its editor. */
function isLinkPage(path: string): boolean {
  return path.startsWith(`${paths.links}/`) && path !== paths.importLinks;
}

/** The parameters of My Links: its own, or those that a link's page keeps. */
function listOf({ pathname, searchParams }: Before): URLSearchParams {
  const from =
    pathname === paths.links ? searchParams : new URLSearchParams(searchParams.get(listName) ?? '');
  return new URLSearchParams(
    listNames.flatMap((name) => {
      const value = from.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}
