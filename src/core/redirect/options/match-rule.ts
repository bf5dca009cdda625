import type { RuleSystem } from '#contract/links/link-limits';
import type { LinkRule } from '#core/links/options/link-options';
import { recentMap } from '#core/shared/recent-map';

/** The facts about a visitor that rules compare. An unknown value is empty and matches no list. */
export type Who = {
  /** `unknown` matches no list. */
  readonly device: string;
  readonly system: RuleSystem | '';
  /** ISO 3166-1 alpha-2, in upper case. */
  readonly country: string;
  /** The preferred language: `de`, `pt-BR`. */
  readonly language: string;
};

/** The first rule that matches the visitor; null when none does. */
export function firstRule(rules: readonly LinkRule[], who: Who): LinkRule | null {
  return rules.find((rule) => fits(rule, who)) ?? null;
}

function fits({ devices, systems, countries, languages }: LinkRule, who: Who): boolean {
  return (
    has(devices, who.device) &&
    has(systems, who.system) &&
    has(countries, who.country) &&
    (languages.length === 0 || languages.some((language) => speaks(who.language, language)))
  );
}

function has(values: readonly string[], value: string): boolean {
  return values.length === 0 || values.includes(value);
}

/**
 * `de` matches German of every country, `de-AT` only that of Austria, and `no` also both written
 * forms of Norwegian.
 */
function speaks(language: string, wanted: string): boolean {
  if (language === wanted) return true;
  if (wanted === 'no') return norwegian.test(language);
  return !wanted.includes('-') && language.startsWith(`${wanted}-`);
}

/** Browsers send Norwegian as `nb` or `nn`. */
const norwegian = /^(no|nb|nn)(-|$)/;

/** Limit of cached names. The user agent parser returns some dozens. */
const rememberedSystems = 100;
const known = recentMap<string, RuleSystem | ''>(rememberedSystems);

/**
 * The operating system's name in rules, by its display name; empty for any other system. Cached.
 */
export function systemOf(os: string): RuleSystem | '' {
  const before = known.get(os);
  if (before !== undefined) return before;
  const system = systems.find(([name]) => name.test(os))?.[1] ?? '';
  known.set(os, system);
  return system;
}

const systems: readonly (readonly [RegExp, RuleSystem])[] = [
  [/^(iOS|iPadOS)$/, 'ios'],
  [/^Android/, 'android'],
  [/^Windows/, 'windows'],
  [/^macOS$/, 'macos'],
  [/^ChromeOS$/, 'chromeos'],
  [
    /^(Linux|Ubuntu|Debian|Fedora|Arch|Gentoo|Mint|SUSE|Red Hat|CentOS|GNU|PCLinuxOS|Manjaro|elementary OS)/,
    'linux',
  ],
];
