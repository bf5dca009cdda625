import type { LinkRule } from '#core/links/options/link-options';
import type { RoutedOptions } from '#core/redirect/options/routed-options';
import type { RoutedLink } from '#core/redirect/routed-link';
import { aRoutedLink, routedOptions } from '#tests/support/builders/links';

/**
 * A plain link, one with a split test over three destinations, one with five rules, or a split test
 * with weights in shuffled rounds.
 */
export const measured = ['link', 'split', 'rules', 'weights'] as const;
export type Measured = (typeof measured)[number];

/** The number of links in memory; all of them are visited. */
export const linkCount = 1_000;

/** The n-th link. */
export function benchLink(kind: Measured, n: number): RoutedLink {
  const originalUrl = `https://shop.example/spring/sale-${n}?utm_campaign=spring`;
  const isSplit = kind === 'split' || kind === 'weights';
  return aRoutedLink({
    id: `0193c0de-0000-7000-8000-${String(n).padStart(12, '0')}`,
    number: n,
    code: codeOf(n),
    originalUrl,
    destinations: isSplit ? ['a', 'b', 'c'].map((page) => `${originalUrl}&v=${page}`) : [],
    ...(kind === 'weights' && { rotation: shuffledWeights }),
    ...(kind === 'rules' && { options: fiveRules(originalUrl) }),
  });
}

const shuffledWeights = {
  isShuffled: true,
  shares: [
    { fromDay: '2026-01-01', slots: [1, 1, 1] },
    { fromDay: '2026-01-02', slots: [5, 10, 5] },
  ],
};

/** The first four fit none of the visitors, the last one fits all of them. */
function fiveRules(originalUrl: string): RoutedOptions {
  const rule = (id: number, conditions: Partial<LinkRule>): LinkRule => ({
    id,
    devices: [],
    systems: [],
    countries: [],
    languages: [],
    url: `${originalUrl}&rule=${id}`,
    ...conditions,
  });
  return routedOptions({
    rules: [
      rule(1, { systems: ['ios'], countries: ['DE', 'AT', 'CH'], languages: ['de'] }),
      rule(2, { systems: ['android'], countries: ['DE', 'AT', 'CH'] }),
      rule(3, { countries: ['JP', 'KR'] }),
      rule(4, { languages: ['pt-BR', 'es'] }),
      rule(5, { devices: ['desktop', 'mobile', 'tablet', 'other'] }),
    ],
  });
}

/** Seven characters, like generated codes. */
export function codeOf(n: number): string {
  return `Wp${String(n).padStart(5, '0')}`;
}
