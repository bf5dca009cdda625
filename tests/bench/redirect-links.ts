import type { RoutedLink } from '#core/redirect/routed-link';
import { aRoutedLink } from '#tests/support/builders/links';

/** A plain link, or one with a split test over three destinations. */
export type Measured = 'link' | 'split';

/** The number of links in memory; all of them are visited. */
export const linkCount = 1_000;

/** The n-th link. */
export function benchLink(kind: Measured, n: number): RoutedLink {
  const originalUrl = `https://shop.example/spring/sale-${n}?utm_campaign=spring`;
  return aRoutedLink({
    id: `0193c0de-0000-7000-8000-${String(n).padStart(12, '0')}`,
    number: n,
    code: codeOf(n),
    originalUrl,
    destinations: kind === 'split' ? ['a', 'b', 'c'].map((page) => `${originalUrl}&v=${page}`) : [],
  });
}

/** Seven characters, like generated codes. */
export function codeOf(n: number): string {
  return `Wp${String(n).padStart(5, '0')}`;
}
