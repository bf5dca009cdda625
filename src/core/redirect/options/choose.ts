import { hasAppScheme } from '#core/links/options/app-address';
import { firstRule, systemOf } from './match-rule.ts';
import { preferredLanguage } from './preferred-language.ts';
import type { AppLink, RoutedOptions } from './routed-options.ts';

/** A destination that an option chose instead of the link's own. */
export type Choice = {
  readonly url: string;
  /** The id of the rule; 0: an app link. */
  readonly rule: number;
  /** Where a device goes that does not open `url`; null: where `url` is a web address. */
  readonly fallback: 'own' | { readonly url: string } | null;
};

export type ChoosePorts = {
  /** The device and the operating system of a user agent; cached. */
  readonly describeAgent: (userAgent: string) => { readonly device: string; readonly os: string };
  /** ISO 3166-1 alpha-2 in upper case; empty when unknown, and until the table is loaded. */
  readonly countryOf: (address: string) => string;
};

type Approach = {
  readonly userAgent: string;
  readonly address: string;
  /** The header `Accept-Language`; empty when absent. */
  readonly acceptLanguage: string;
};

/**
 * Decides by the link's rules, then by its app links; null: neither fits the visitor, and the split
 * test or the link's destination follows.
 */
export function choose({ describeAgent, countryOf }: ChoosePorts) {
  return ({ rules, ios, android }: RoutedOptions, visitor: Approach): Choice | null => {
    if (rules.length === 0 && ios === null && android === null) return null;
    const { device, os } = describeAgent(visitor.userAgent);
    const system = systemOf(os);
    const needsCountry = rules.some(({ countries }) => countries.length > 0);
    const rule = firstRule(rules, {
      device,
      system,
      country: needsCountry ? countryOf(visitor.address) : '',
      language: preferredLanguage(visitor.acceptLanguage),
    });
    if (rule !== null) return { url: rule.url, rule: rule.id, fallback: null };
    const app = system === 'ios' ? ios : system === 'android' ? android : null;
    return app === null ? null : appChoice(app);
  };
}

function appChoice({ url, fallbackUrl }: AppLink): Choice {
  if (!hasAppScheme(url)) return { url, rule: 0, fallback: null };
  return { url, rule: 0, fallback: fallbackUrl === null ? 'own' : { url: fallbackUrl } };
}
