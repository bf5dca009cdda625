import type { RoutedLink } from '#core/redirect/routed-link';

/** A plain link to stand for any; tests name only what they are about. */
export function aRoutedLink(change: Partial<RoutedLink> = {}): RoutedLink {
  return {
    id: '0193c0de-0000-7000-8000-0000000000aa',
    userId: '0193c0de-0000-7000-8000-0000000000bb',
    number: 7,
    version: 1,
    code: 'Ab3dEfG',
    aliases: [],
    originalUrl: 'https://shop.example/sale',
    destinations: [],
    splitVersion: 1,
    isActive: true,
    expiresAtMs: null,
    trackClicks: true,
    trackConversions: false,
    saleProfit: null,
    ...change,
  };
}
