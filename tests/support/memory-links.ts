import { usualMostLinks, type Links } from '#adapters/postgres/links';
import { foldName } from '#core/links/alias';
import { mostAliases } from '#core/links/edit-link';
import type { Link } from '#core/links/link';
import type { PageQuery } from '#core/links/page-links';

type Name = { readonly linkId: string; readonly kind: 'code' | 'alias' };

/** Links in memory, with the same promises as in Postgres. */
export function memoryLinks({ mostLinks = usualMostLinks } = {}): Links {
  const links = new Map<string, Link>();
  const names = new Map<string, Name>();
  let lastNumber = 0;

  const aliasesOf = (linkId: string) =>
    [...names].flatMap(([name, held]) =>
      held.linkId === linkId && held.kind === 'alias' ? [name] : [],
    );
  const owned = (userId: string, linkId: string) => {
    const link = links.get(linkId);
    return link?.userId === userId ? link : null;
  };
  const sorted = (userId: string, query: Pick<PageQuery, 'sort' | 'order'>) =>
    [...links.values()].filter((link) => link.userId === userId).sort(inOrder(query));

  return {
    async add(link) {
      const [code, alias] = [
        foldName(link.shortCode),
        link.customAlias && foldName(link.customAlias),
      ];
      if (alias && names.has(alias)) return { kind: 'alias_taken' };
      if (names.has(code) || alias === code) return { kind: 'code_taken' };
      const held = [...links.values()].filter((other) => other.userId === link.userId);
      if (held.length >= mostLinks) return { kind: 'full', mostLinks };

      lastNumber += 1;
      const added = {
        ...link,
        number: lastNumber,
        splitVersion: 1,
        version: 1,
        updatedAt: link.createdAt,
      };
      links.set(link.id, added);
      names.set(code, { linkId: link.id, kind: 'code' });
      if (alias) names.set(alias, { linkId: link.id, kind: 'alias' });
      return { kind: 'added', named: { link: added, aliases: aliasesOf(link.id) } };
    },

    async change({ userId, linkId, change, at }) {
      const link = owned(userId, linkId);
      if (link === null) return { kind: 'missing' };
      if (change.customAlias) {
        const alias = foldName(change.customAlias);
        const held = names.get(alias);
        const isOwn = held?.linkId === linkId && held.kind === 'alias';
        if (!isOwn && aliasesOf(linkId).length >= mostAliases) return { kind: 'alias_limit' };
        if (held && !isOwn) return { kind: 'alias_taken' };
        names.set(alias, { linkId, kind: 'alias' });
      }
      const isOtherTest = !Bun.deepEquals(
        change.splitTestUrls ?? link.splitTestUrls,
        link.splitTestUrls,
      );
      const changed = {
        ...{ ...link, ...change, updatedAt: at, version: link.version + 1 },
        splitVersion: link.splitVersion + (isOtherTest ? 1 : 0),
      };
      links.set(linkId, changed);
      return { kind: 'changed', named: { link: changed, aliases: aliasesOf(linkId) } };
    },

    remove: async (userId, linkId) => owned(userId, linkId) !== null && links.delete(linkId),
    find: async (userId, linkId) => owned(userId, linkId),

    async *idsOf(userId) {
      const all = sorted(userId, { sort: 'createdAt', order: 'desc' });
      if (all.length > 0) yield all.map((link) => link.id);
    },

    async some(userId, linkIds) {
      return linkIds.map((id) => owned(userId, id)).filter((link) => link !== null);
    },

    async page(userId, query) {
      const matching = sorted(userId, query).filter((link) => isMatch(link, query.search));
      const { after } = query;
      const beyond = matching.filter((link) => after === null || isBeyond(link, query, after));
      const items = beyond.slice(0, query.limit);
      const last = items.at(-1);
      const next =
        last && beyond.length > items.length
          ? { key: keyOf(last, query.sort), linkId: last.id }
          : null;
      return { items, count: matching.length, next };
    },
  };
}

function keyOf(link: Link, sort: PageQuery['sort']): string {
  switch (sort) {
    case 'createdAt':
    case 'updatedAt':
      return String(link[sort].getTime() * 1000);
    case 'originalUrl':
      return link.originalUrl.toLowerCase();
    case 'title':
      return (link.title ?? '').toLowerCase();
  }
}

function inOrder({ sort, order }: Pick<PageQuery, 'sort' | 'order'>) {
  const sign = order === 'asc' ? 1 : -1;
  return (a: Link, b: Link) =>
    sign * (compare(keyOf(a, sort), keyOf(b, sort)) || compare(a.id, b.id));
}

function isBeyond(link: Link, { sort, order }: PageQuery, after: { key: string; linkId: string }) {
  const difference = compare(keyOf(link, sort), after.key) || compare(link.id, after.linkId);
  return order === 'asc' ? difference > 0 : difference < 0;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function isMatch(link: Link, search: string): boolean {
  const texts = [link.originalUrl, link.shortCode, link.customAlias ?? ''];
  return texts.some((text) => text.toLowerCase().includes(search.toLowerCase()));
}
