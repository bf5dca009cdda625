import { splitLetters } from '#contract/split-tests/split-words';
import type { Click } from './click.ts';

/** What people and programs read of a click. */
export type ClickFacts = Pick<
  Click,
  | 'atMs'
  | 'variant'
  | 'country'
  | 'city'
  | 'device'
  | 'browser'
  | 'os'
  | 'referrer'
  | 'utmSource'
  | 'utmMedium'
  | 'utmCampaign'
  | 'utmTerm'
  | 'utmContent'
>;

/** What programs read of a click: null for what is unknown. */
export function shownFacts(click: ClickFacts) {
  return {
    at: new Date(click.atMs),
    variant: splitLetters[click.variant - 1] ?? null,
    country: click.country || null,
    city: click.city || null,
    device: click.device === 'unknown' ? null : click.device,
    browser: click.browser || null,
    os: click.os || null,
    referrer: click.referrer || null,
    utmSource: click.utmSource || null,
    utmMedium: click.utmMedium || null,
    utmCampaign: click.utmCampaign || null,
    utmTerm: click.utmTerm || null,
    utmContent: click.utmContent || null,
  };
}
