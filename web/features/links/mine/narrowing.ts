import { atom } from 'jotai';
import type { NewBulk } from '#web/api.ts';
import { searchParamsAtom } from '#web/app/state/search-params.ts';
import { firstPages } from '#web/features/address/use-list-page.ts';
import type { LinkNarrowing } from '#web/features/links/list/use-link-list.ts';

export const statuses = [
  { value: 'any', label: 'Any status' },
  { value: 'active', label: 'Active' },
  { value: 'paused', label: 'Paused' },
  { value: 'expired', label: 'Expired' },
  { value: 'broken', label: 'Broken destination' },
] as const;

export const kinds = [
  { value: 'any', label: 'All kinds' },
  { value: 'split', label: 'Split tests' },
  { value: 'tracking', label: 'Tracks conversions' },
] as const;

type Status = (typeof statuses)[number]['value'];
type Kind = (typeof kinds)[number]['value'];
/** `tag` and `folder` are ids, or `any`. */
export type Narrowed = {
  readonly status: Status;
  readonly kind: Kind;
  readonly tag: string;
  readonly folder: string;
};

export const notNarrowed: Narrowed = { status: 'any', kind: 'any', tag: 'any', folder: 'any' };

/** The filters of the list, stored in the address (`?status=paused&kind=split`). */
export const narrowedAtom = atom(
  (get): Narrowed => narrowedBy(get(searchParamsAtom)),
  (_, set, change: Partial<Narrowed>): void =>
    set(searchParamsAtom, {
      ...firstPages,
      ...Object.fromEntries(Object.entries(change).map(stored)),
    }),
);

function stored([name, value]: [string, string]): [string, string | null] {
  return [name, value === 'any' ? null : value];
}

/** Reads the filters of an address; unknown ones count as absent. */
export function narrowedBy(searchParams: URLSearchParams): Narrowed {
  const [status, kind] = [searchParams.get('status'), searchParams.get('kind')];
  return {
    status: statuses.find(({ value }) => value === status)?.value ?? 'any',
    kind: kinds.find(({ value }) => value === kind)?.value ?? 'any',
    tag: searchParams.get('tag') ?? 'any',
    folder: searchParams.get('folder') ?? 'any',
  };
}

export function isNarrowed(narrowed: Narrowed): boolean {
  return Object.values(narrowed).some((value) => value !== 'any');
}

/** The filters as parameters of the list's query. */
export function narrowingOf({ status, kind, tag, folder }: Narrowed): LinkNarrowing {
  return {
    ...(status !== 'any' && { status }),
    ...(kind === 'split' && { splitTest: 'true' as const }),
    ...(kind === 'tracking' && { trackConversions: 'true' as const }),
    ...(tag !== 'any' && { tag }),
    ...(folder !== 'any' && { folder }),
  };
}

/** The search and the filters as a bulk action sends them. */
export function matchingOf(
  { status, kind, tag, folder }: Narrowed,
  search: string,
): NonNullable<NewBulk['matching']> {
  return {
    search,
    ...(status !== 'any' && { status }),
    ...(kind === 'split' && { splitTest: true }),
    ...(kind === 'tracking' && { trackConversions: true }),
    ...(tag !== 'any' && { tags: [tag] }),
    ...(folder !== 'any' && { folders: [folder] }),
  };
}
