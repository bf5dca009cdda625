import {
  largestRuleId,
  linkComplaints,
  mostRules,
  mostRuleValues,
  type RuleDevice,
  ruleDevices,
  type RuleSystem,
  ruleSystems,
} from '#contract/links/link-limits';
import type { LinkInput } from '#core/links/link';
import { countryCode } from '#core/shared/country-code';
import { languageTag } from '#core/shared/language-tag';
import type { UrlRules, AddIssue } from './check-options.ts';
import type { LinkRule } from './link-options.ts';

type RuleInput = NonNullable<LinkInput['rules']>[number];

/** The id of a rule that has none yet; `numberRules` replaces it. */
const unnumbered = 0;

/** Checks a link's rules and reports each problem at its field. New rules get the id 0. */
export function checkRules(
  rules: readonly RuleInput[],
  { readDestination, explainDestination }: UrlRules,
  addIssue: AddIssue,
): LinkRule[] {
  if (rules.length > mostRules) {
    addIssue('rules', `Use at most ${mostRules} rules`);
    return [];
  }
  const ids = new Set<number>();
  return rules.map((rule, at) => {
    const path = `rules.${at}`;
    const checked = {
      id: readId(rule.id, ids, (message) => addIssue(`${path}.id`, message)),
      devices: pick<RuleDevice>(rule.devices, ruleDevices, problem('devices', 'device')),
      systems: pick<RuleSystem>(rule.systems, ruleSystems, problem('systems', 'system')),
      countries: each(rule.countries, countryCode, problem('countries', 'country')),
      languages: each(rule.languages, readLanguage, problem('languages', 'language')),
      url: readDestination(rule.url),
    };
    const { devices, systems, countries, languages, url } = checked;
    if (devices.length + systems.length + countries.length + languages.length === 0) {
      addIssue(path, linkComplaints.emptyRule);
    }
    if (url === null) addIssue(`${path}.url`, explainDestination(rule.url));
    return { ...checked, url: url ?? '' };

    function problem(field: string, name: string): Problem {
      return (message) => addIssue(`${path}.${field}`, message ?? `Choose a known ${name}`);
    }
  });
}

/** Gives the new rules ids that no other rule of the link has. `draw` returns random ids. */
export function numberRules(rules: readonly LinkRule[], draw: () => number): LinkRule[] {
  const ids = new Set(rules.map(({ id }) => id));
  return rules.map((rule) => {
    if (rule.id !== unnumbered) return rule;
    let id = draw();
    while (id < 1 || id > largestRuleId || ids.has(id)) id = draw();
    ids.add(id);
    return { ...rule, id };
  });
}

/** Reports a problem of a list. Without a message it reports an unknown value. */
type Problem = (message?: string) => void;

function readId(
  id: number | null | undefined,
  seen: Set<number>,
  addIssue: (message: string) => void,
): number {
  if (id === undefined || id === null) return unnumbered;
  if (!Number.isInteger(id) || id < 1 || id > largestRuleId)
    addIssue('Use the id that the rule has');
  else if (seen.has(id)) addIssue('Two rules have the same id');
  seen.add(id);
  return id;
}

function pick<T extends string>(
  typed: readonly string[] | undefined,
  known: readonly T[],
  problem: Problem,
): T[] {
  return each(typed, (text) => known.find((one) => one === text) ?? null, problem);
}

function each<T extends string>(
  typed: readonly string[] | undefined,
  read: (text: string) => T | null,
  problem: Problem,
): T[] {
  const values = typed ?? [];
  if (values.length > mostRuleValues) {
    problem(`Choose at most ${mostRuleValues}`);
    return [];
  }
  const found = values.map(read);
  if (found.includes(null)) problem();
  return [...new Set(found.filter((value) => value !== null))];
}

function readLanguage(text: string): string | null {
  const [, language, country] = /^([a-z]{2,3})(?:[-_]([a-z]{2}))?$/i.exec(text) ?? [];
  return language === undefined ? null : languageTag(language, country);
}
