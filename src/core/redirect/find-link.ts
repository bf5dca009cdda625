import { budget } from '#core/shared/limits/budget';
import { recentMap } from '#core/shared/recent-map';
import { minuteMs, secondMs, type Clock } from '#core/shared/time';
import type { LinkIndex } from './link-index.ts';
import type { RoutedLink } from './routed-link.ts';

/** The result of looking up a name that is not in memory. */
export type FoundLink =
  | { readonly kind: 'link'; readonly link: RoutedLink }
  | { readonly kind: 'unknown' }
  /** The store is away, so it is unknown whether the name exists. */
  | { readonly kind: 'unavailable'; readonly retryAfterSeconds: number }
  /** This address requested too many unknown names. */
  | { readonly kind: 'too_many'; readonly retryAfterSeconds: number };

export type FindLinkPorts = {
  readonly clock: Clock;
  readonly index: LinkIndex;
  readonly source: {
    /**
     * The link by its exact code, or by its alias without case, on a custom domain by `nameOn`; null
     * when the name is unknown.
     */
    ask(name: string): Promise<RoutedLink | null | 'away'>;
  };
};

/** Unknown names allowed per address and minute. */
const missesPerMinute = 100;
const unknownForMs = 2 * secondMs;
/** Concurrent lookups. Further requests get `unavailable`. */
const asksAtOnce = 64;
const rememberedNames = 10_000;
const rememberedAddresses = 10_000;
const retryAfterSeconds = 2;

/**
 * Looks up a link under a name that is not in memory. Concurrent requests share one query, and an
 * unknown name stays unknown for up to 2 s. Existing links use no budget.
 */
export function findLink({ clock, index, source }: FindLinkPorts) {
  const unknownUntil = recentMap<string, number>(rememberedNames);
  const misses = budget({
    limit: missesPerMinute,
    windowMs: minuteMs,
    keys: rememberedAddresses,
  });
  const asking = new Map<string, Promise<FoundLink>>();

  const ask = async (name: string): Promise<FoundLink> => {
    const askedAtMs = clock.now();
    try {
      const answer = await source.ask(name);
      if (answer === 'away') return { kind: 'unavailable', retryAfterSeconds };
      if (answer) index.put(answer);
      const found = index.find(name);
      if (found) return { kind: 'link', link: found };
      unknownUntil.set(name, askedAtMs + unknownForMs);
      return { kind: 'unknown' };
    } finally {
      asking.delete(name);
    }
  };
  return async (name: string, address: string): Promise<FoundLink> => {
    if (!isName(name)) return { kind: 'unknown' };
    const underWay = asking.get(name);
    if (underWay) return underWay;
    const nowMs = clock.now();
    const waitSeconds = misses.waitSeconds(address, nowMs);
    if (waitSeconds > 0) return { kind: 'too_many', retryAfterSeconds: waitSeconds };
    if ((unknownUntil.get(name) ?? 0) > nowMs) return { kind: 'unknown' };
    if (asking.size >= asksAtOnce) {
      misses.giveBack(address);
      return { kind: 'unavailable', retryAfterSeconds };
    }
    const answer = ask(name);
    asking.set(name, answer);
    const found = await answer;
    if (found.kind !== 'unknown') misses.giveBack(address);
    return found;
  };
}

/** The possible forms of a code or an alias, and of `nameOn`. Other text is rejected without a query. */
function isName(name: string): boolean {
  return /^(?:[1-9]\d{0,14}\/)?[A-Za-z0-9_-]{1,50}$/.test(name);
}
