import { usualMostLinks } from '#adapters/postgres/links/links';
import type { Links } from '#core/links/ports';
import { foldName } from '#core/links/names/alias';
import { nameOn } from '#core/links/link-domain';
import { mostAliases } from '#core/links/create-and-edit';
import type { Link } from '#core/links/link';
import type { FilterAt } from '#core/links/link-filter';
import type { LinkRanking, PageQuery } from '#core/links/link-filter';
import { isBackward, pageOfRows } from '#core/shared/page';
import { memoryLabels } from './labels.ts';

type Name = { readonly linkId: string; readonly kind: 'code' | 'alias' };

/** A name in the namespace of a link's domain. */
const keyOn = ({ domain }: Pick<Link, 'domain'>, name: string) =>
  domain === null ? name : nameOn(domain.number, name);

/** Links in memory, with the same contract as in Postgres. */
export function memoryLinks({ mostLinks = usualMostLinks } = {}): Links {
  const links = new Map<string, Link>();
  const labels = memoryLabels();
  const names = new Map<string, Name>();
  /** The names beside codes on the short host, with their link: most links have none. */
  const others = new Map<string, string>();
  let lastNumber = 0;

  const namesOf = (linkId: string) =>
    [...others].flatMap(([name, holder]) => (holder === linkId ? [name] : [])).toSorted();
  const named = (link: Link) => {
    const all = namesOf(link.id);
    return {
      link,
      aliases: all.filter((name) => !name.includes('/')),
      domainNames: all.filter((name) => name.includes('/')),
    };
  };
  const aliasesOf = ({ id, shortCode }: Link) =>
    namesOf(id).filter((name) => !name.endsWith(`/${shortCode}`));
  const putName = (name: string, linkId: string, kind: Name['kind']) => {
    names.set(foldName(name), { linkId, kind });
    if (kind === 'alias' || name.includes('/')) others.set(name, linkId);
  };
  const countOf = (userId: string) => {
    let count = 0;
    for (const link of links.values()) if (link.userId === userId) count += 1;
    return count;
  };
  const owned = (userId: string, linkId: string) => {
    const link = links.get(linkId);
    return link?.userId === userId ? link : null;
  };

  /** Whether another link of the same account has the external id. */
  const hasExternal = ({ id, userId }: Pick<Link, 'id' | 'userId'>, externalId: string | null) =>
    externalId !== null &&
    [...links.values()].some(
      (each) => each.userId === userId && each.id !== id && each.externalId === externalId,
    );

  const passes = (link: Link, filter: FilterAt) =>
    labels.passes(link.id, filter.labels) && isMatch(link, filter, labels.tagNames(link.id));

  return {
    labelsOf: labels.labelsOf,
    brokenOf: async () => new Map(),
    missingLabels: labels.missingLabels,
    takenNames: async (domain, wanted) =>
      new Set(wanted.filter((name) => names.has(keyOn({ domain }, name)))),

    async add(link, wanted = {}) {
      const refused = labels.refused(link.userId, wanted);
      if (refused !== null) return refused;
      const codes = [...new Set([link.shortCode, keyOn(link, link.shortCode)])];
      const alias = link.customAlias && keyOn(link, foldName(link.customAlias));
      if (hasExternal(link, link.externalId)) return { kind: 'external_id_taken' };
      if (alias && names.has(alias)) return { kind: 'alias_taken' };
      const folded = codes.map(foldName);
      if (folded.some((code) => names.has(code) || code === alias)) return { kind: 'code_taken' };
      if (countOf(link.userId) >= mostLinks) return { kind: 'full', mostLinks };

      lastNumber += 1;
      const added = {
        ...link,
        number: lastNumber,
        splitVersion: 1,
        splitRotation: null,
        clickLimitVersion: link.expiresAfterClicks === null ? 0 : 1,
        clicksReachedAt: null,
        version: 1,
        edition: 1,
        updatedAt: link.createdAt,
      };
      links.set(link.id, added);
      labels.put(link.userId, link.id, wanted);
      for (const code of codes) putName(code, link.id, 'code');
      if (alias) putName(alias, link.id, 'alias');
      return { kind: 'added', named: named(added) };
    },

    async change({ userId, linkId, change, at, labels: wanted = {} }) {
      const link = owned(userId, linkId);
      if (link === null) return { kind: 'missing' };
      const refused = labels.refused(userId, wanted);
      if (refused !== null) return refused;
      const after = { ...link, ...change };
      if (hasExternal(link, after.externalId)) return { kind: 'external_id_taken' };
      const alias = after.customAlias && keyOn(after, foldName(after.customAlias));
      const held = alias ? names.get(alias) : undefined;
      const isOwn = held?.linkId === linkId && held.kind === 'alias';
      const code = keyOn(after, link.shortCode);
      const holder = names.get(foldName(code))?.linkId;
      if (after.domain && holder !== undefined && holder !== linkId) return { kind: 'alias_taken' };
      if (alias && !isOwn) {
        if (aliasesOf(link).length >= mostAliases) return { kind: 'alias_limit' };
        if (held) return { kind: 'alias_taken' };
        putName(alias, linkId, 'alias');
      }
      if (after.domain) putName(code, linkId, 'code');
      const isOtherTest = !Bun.deepEquals(
        change.splitTestUrls ?? link.splitTestUrls,
        link.splitTestUrls,
      );
      const changed = {
        ...link,
        ...change,
        updatedAt: at,
        version: link.version + 1,
        edition: link.edition + 1,
        splitVersion: link.splitVersion + (isOtherTest ? 1 : 0),
        splitRotation: isOtherTest ? null : link.splitRotation,
        ...limitAfter(link, change.expiresAfterClicks),
      };
      links.set(linkId, changed);
      labels.put(userId, linkId, wanted);
      return { kind: 'changed', named: named(changed) };
    },

    remove: async (userId, linkId, edition) => {
      const link = owned(userId, linkId);
      const isSeen = link !== null && (edition ?? link.edition) === link.edition;
      return isSeen && links.delete(linkId);
    },
    idOfExternal: async (userId, externalId) => {
      const own = [...links.values()].filter((link) => link.userId === userId);
      return own.find((link) => link.externalId === externalId)?.id ?? null;
    },
    find: async (userId, linkId) => owned(userId, linkId),

    async *idsOf(userId, filter) {
      const newest = (a: Link, b: Link) =>
        b.createdAt.getTime() - a.createdAt.getTime() || compare(b.id, a.id);
      const all = [...links.values()]
        .filter((link) => link.userId === userId && (filter === undefined || passes(link, filter)))
        .filter(({ id }) => filter?.ids?.includes(id) ?? true)
        .sort(newest);
      if (all.length > 0) yield all.map((link) => link.id);
    },

    async some(userId, linkIds) {
      return linkIds.map((id) => owned(userId, id)).filter((link) => link !== null);
    },

    async page(userId, query, ranking) {
      const totals = totalsOf(ranking);
      const key = (link: Link) => keyOf(link, query.sort, totals);
      const matching = [...links.values()]
        .filter((link) => link.userId === userId && passes(link, query))
        .sort((a, b) => compareAt(key(a), a.id, key(b), b.id));
      const isUpward = (query.order === 'asc') !== isBackward(query);
      const ordered = isUpward ? matching : matching.toReversed();
      const { from } = query;
      const beyond = ordered.filter((link) => {
        if (from === null) return true;
        const difference = compareAt(key(link), link.id, from.position.key, from.position.linkId);
        return isUpward ? difference > 0 : difference < 0;
      });
      const positionOf = (link: Link) => ({ key: key(link), linkId: link.id });
      return { ...pageOfRows(beyond, query, positionOf), count: Promise.resolve(matching.length) };
    },
  };
}

function limitAfter(link: Link, limit: number | null | undefined) {
  if (limit === undefined || limit === link.expiresAfterClicks) return {};
  const isFirst = link.expiresAfterClicks === null;
  return {
    clicksReachedAt: null,
    clickLimitVersion: link.clickLimitVersion + (isFirst ? 1 : 0),
  };
}

function totalsOf({ linkIds, totals }: LinkRanking): ReadonlyMap<string, string> {
  const values = totals.split(',');
  return new Map(linkIds.split(',').map((id, at) => [id, values[at] ?? '0']));
}

function keyOf(link: Link, sort: PageQuery['sort'], totals: ReadonlyMap<string, string>): string {
  switch (sort) {
    case 'createdAt':
    case 'updatedAt':
      return String(link[sort].getTime() * 1000);
    case 'originalUrl':
      return link.originalUrl.toLowerCase();
    case 'title':
      return (link.title ?? '').toLowerCase();
    case 'name':
      return (link.title ?? link.customAlias ?? link.shortCode).toLowerCase();
    case 'totalClicks':
    case 'totalConversions':
    case 'totalProfit':
      return totals.get(link.id) ?? '0';
  }
}

function compareAt(key: string, id: string, otherKey: string, otherId: string): number {
  const isNumber = /^-?\d+$/.test(key) && /^-?\d+$/.test(otherKey);
  const byKey = isNumber ? Number(key) - Number(otherKey) : compare(key, otherKey);
  return byKey || compare(id, otherId);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function isMatch(link: Link, query: FilterAt, tags: readonly string[]): boolean {
  const { search, destination, isTracking, isSplit, status, at } = query;
  const { originalUrl, shortCode, customAlias, title, notes } = link;
  const texts = [originalUrl, shortCode, customAlias ?? '', title ?? '', notes ?? '', ...tags];
  const isFound = texts.some((text) => text.toLowerCase().includes(search.toLowerCase()));
  const isExpired = link.expiresAt !== null && link.expiresAt <= at;
  const hasStatus = {
    active: link.isActive && !isExpired,
    paused: !link.isActive,
    expired: isExpired,
    broken: false,
  };
  return (
    isFound &&
    (destination === null || link.originalUrl === destination) &&
    (!isTracking || link.trackConversions) &&
    (!isSplit || link.splitTestEnabled) &&
    (status === null || hasStatus[status])
  );
}
