import type { SharedRateLimit } from './rate-limit.ts';

/**
 * The first 48 bits of an IPv6 network `a:b:c:d::/64`, which one customer often owns; null for any
 * other text.
 */
export function siteOf(network: string): string | null {
  return /^((?:[\da-f]+:){3})[\da-f]+::\/64$/.exec(network)?.[1] ?? null;
}

/**
 * Limits a network, and its IPv6 site too: one has 65,536 networks. Only `perNetwork` counts a key
 * that is not an IPv6 network.
 */
export function alsoPerSite(
  perNetwork: SharedRateLimit,
  perSite: SharedRateLimit,
): SharedRateLimit {
  return {
    async waitSeconds(key, nowMs) {
      const waitSeconds = await perNetwork.waitSeconds(key, nowMs);
      const site = siteOf(key);
      return waitSeconds > 0 || site === null ? waitSeconds : perSite.waitSeconds(site, nowMs);
    },
  };
}
