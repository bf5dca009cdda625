import { hasAppScheme } from '#core/links/options/app-url';
import type { LinkRule } from '#core/links/options/link-options';
import { firstRule, systemOf } from './match-rule.ts';
import { preferredLanguage } from './preferred-language.ts';
import type { AppLink, RoutedOptions } from './routed-options.ts';

/** A destination that an option chose instead of the link's own. */
export type Choice = {
  readonly url: string;
  /** The id of the rule; 0: an app link. */
  readonly rule: number;
  /** The destination for a device that cannot open `url`; null when `url` is a web address. */
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
 * Decides by the link's rules, then by its app links. Null when neither matches the visitor: then
 * the split test or the link's own destination decides. It determines only those facts about the
 * visitor that a rule needs.
 */
export function choose({ describeAgent, countryOf }: ChoosePorts) {
  return ({ rules, ios, android }: RoutedOptions, visitor: Approach): Choice | null => {
    const hasApps = ios !== null || android !== null;
    if (rules.length === 0 && !hasApps) return null;
    const asked = askedBy(rules);
    const agent = asked.agent || hasApps ? describeAgent(visitor.userAgent) : unknownAgent;
    const system = systemOf(agent.os);
    const rule = firstRule(rules, {
      device: agent.device,
      system,
      country: asked.country ? countryOf(visitor.address) : '',
      language: asked.language ? preferredLanguage(visitor.acceptLanguage) : '',
    });
    if (rule !== null) return { url: rule.url, rule: rule.id, fallback: null };
    const app = system === 'ios' ? ios : system === 'android' ? android : null;
    return app === null ? null : appChoice(app);
  };
}

const unknownAgent = { device: 'unknown', os: '' };

/** The facts about a visitor that a link's rules need. */
type Asked = { readonly agent: boolean; readonly country: boolean; readonly language: boolean };

/** Cached by array, because all visits of a link have the same array of rules. */
const known = new WeakMap<readonly LinkRule[], Asked>();

function askedBy(rules: readonly LinkRule[]): Asked {
  const before = known.get(rules);
  if (before !== undefined) return before;
  const asked: Asked = {
    agent: rules.some(({ devices, systems }) => devices.length > 0 || systems.length > 0),
    country: rules.some(({ countries }) => countries.length > 0),
    language: rules.some(({ languages }) => languages.length > 0),
  };
  known.set(rules, asked);
  return asked;
}

function appChoice({ url, fallbackUrl }: AppLink): Choice {
  if (!hasAppScheme(url)) return { url, rule: 0, fallback: null };
  return { url, rule: 0, fallback: fallbackUrl === null ? 'own' : { url: fallbackUrl } };
}
