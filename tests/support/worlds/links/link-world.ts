import { appUrl } from '#tests/support/calls';
import type { LinkDefaults } from '#contract/accounts/settings';
import { randomBytes } from 'node:crypto';
import type { TotalSort } from '#contract/links/links';
import type { User } from '#core/accounts/user';
import { paidOrTrial } from '#core/billing/entitlement';
import type { OwnDomains } from '#core/links/choose-domain';
import { createLink, deleteLink, editLink } from '#core/links/create-and-edit';
import { destinationProblems, destinationRules } from '#core/links/destination';
import type { NamedLink } from '#core/links/link-cache';
import type { LinkDomain } from '#core/links/link-domain';
import { usualDefaults } from '#core/links/link-defaults';
import type { TotalsOfLink } from '#core/links/link-totals';
import { linkFile } from '#adapters/http/links/link-export';
import type { LinkInput } from '#core/links/link';
import type { NewLinkInput } from '#core/links/new-link';
import type { KeptDefaults, LinkPorts, Links, Owner } from '#core/links/ports';
import { getLink, listLinks } from '#core/links/read-links';
import { isReservedWord } from '#core/links/names/reserved-words';
import { memoryLinks } from '#tests/support/memory/links';

/** The use cases of links over memory, or over other `links`, with everything observable. */
export function linkWorld(links: Links = memoryLinks()) {
  const time = { nowMs: Date.UTC(2026, 5, 1) };
  const clock = { now: () => time.nowMs };
  const cached = new Map<string, NamedLink>();
  const cache = {
    put: (named: NamedLink) => void cached.set(named.link.id, named),
    revise: () => {},
    remove: (linkId: string) => void cached.delete(linkId),
  };
  const counts = new Map<string, TotalsOfLink>();
  const asked = { totals: 0 };
  const status = { isUp: true };
  const totals: LinkPorts['totals'] = {
    of: async (_userId, wanted) => {
      asked.totals += 1;
      if (!status.isUp) return null;
      return new Map([...counts].filter(([id]) => wanted.includes(id)));
    },
    currenciesOf: async () =>
      [...counts.values()].flatMap((one) => one.otherCurrencies.map(({ currency }) => currency)),
    ranking: async (_userId, by) => {
      if (!status.isUp) return null;
      const found = [...counts].map(([id, each]) => [id, totalOf(each, by)] as const);
      const having = found.filter(([, total]) => total !== 0);
      return {
        linkIds: having.map(([id]) => id).join(','),
        totals: having.map(([, total]) => total).join(','),
      };
    },
  };
  const settled = new Map<string, LinkDefaults>();
  const defaults: KeptDefaults = {
    of: async (userId) => settled.get(userId) ?? null,
    async keep(userId, { trackClicks, trackConversions, expirationDays }) {
      const before = settled.get(userId) ?? usualDefaults;
      settled.set(userId, {
        trackClicks: trackClicks ?? before.trackClicks,
        trackConversions: trackConversions ?? before.trackConversions,
        expirationDays: expirationDays === undefined ? before.expirationDays : expirationDays,
      });
    },
  };
  /** The account's proven domains; a link may have any of them. */
  const domainsOf = new Map<string, LinkDomain>();
  const usual: { domain: LinkDomain | null } = { domain: null };
  const domains: OwnDomains = {
    proven: async (userId, host) => domainsOf.get(`${userId} ${host}`) ?? null,
    usual: async () => usual.domain,
  };
  const blocked = new Set<string>();
  const ownOrigins = ['https://app.example', 'https://go.example'];
  const rules = {
    readDestination: destinationRules(ownOrigins),
    explainDestination: destinationProblems(ownOrigins),
    isReserved: isReservedWord,
    blocksUrl: (href: string) => blocked.has(new URL(href).hostname),
  };
  const newId = (atMs: number) => Bun.randomUUIDv7('hex', atMs);
  const ports = {
    links,
    defaults,
    domains,
    cache,
    totals,
    rules,
    clock,
    newId,
    randomBytes,
    isEntitled: paidOrTrial,
    passwords: { hash: async (password: string) => `hash of ${password}` },
  };
  const shortOrigin = 'https://go.example';
  const splitResults = new Map<string, string>();
  const exportLinks = linkFile({
    list: (userId, filter) => listLinks(ports, userId, filter),
    resultsOf: async () => splitResults,
    currenciesOf: totals.currenciesOf,
    shortOrigin,
    visitorsAre: 'cookieless',
  });
  return {
    time,
    cached,
    counts,
    /** By link, what its line of the export says of its split test. */
    splitResults,
    asked,
    status,
    ports,
    blocked,
    domainsOf,
    usual,
    /** For the links' routes. */
    routes: { ...ports, exportLinks, appUrl, shortOrigin },
    createLink: (of: Owner, input: NewLinkInput) => createLink(ports, of, input),
    editLink: (of: Owner, linkId: string, input: LinkInput) =>
      editLink(ports, of, { linkId, input }),
    deleteLink: (userId: string, linkId: string) => deleteLink(ports, { userId, linkId }),
    getLink: (userId: string, linkId: string) => getLink(ports, userId, linkId),
  };
}

function totalOf(totals: TotalsOfLink, by: TotalSort): number {
  if (by === 'totalClicks') return totals.clicks;
  return by === 'totalConversions' ? totals.conversions : totals.profitCents;
}

/** A person in the first days of a trial. */
export function owner(more: Partial<User> = {}): User {
  return {
    id: Bun.randomUUIDv7(),
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: 'Byron',
    profileImageUrl: null,
    provider: 'email',
    verified: true,
    subscriptionStatus: 'trial',
    trialEndsAt: new Date(Date.UTC(2026, 6, 1)),
    createdAt: new Date(Date.UTC(2026, 5, 1)),
    ...more,
  };
}
