import type { Filter } from '#contract/analytics/query';
import { channels } from '#core/clicks/read-channel';
import { type LabelFilter } from '#core/links/labels';
import { largestRuleId } from '#contract/links/link-limits';
import {
  type FilterName,
  filterNames,
  longestFilterValue,
  mostFilterValues,
  textFilters,
  unmatchedName,
} from '#contract/analytics/report-filters';
import { isId } from '#core/shared/ids';
import type { Issue } from '#core/shared/refusal';
import { dimensionOf, queryValue } from './conditions.ts';

/**
 * The validated filters. A click passes when each filter that is present has one of its values.
 * `class` is always present: human clicks unless something else is wanted.
 */
export type Filters = { readonly [Name in FilterName]?: readonly string[] } & {
  readonly class: readonly string[];
  /** Filters that leave values out, or ask for parts of names. None is of the class. */
  readonly conditions?: readonly Filter[];
};

/** The filters of links' labels: events do not have them. */
const labelFilters = ['tag', 'folder'] as const;

/** The filters of events. */
export type EventFilters = Omit<Filters, (typeof labelFilters)[number] | 'conditions'>;

/** The names of values that a click does not have. The lists show them as rows. */
export const unknownName = 'Unknown';
export const directName = 'Direct';
export const noneName = '(none)';

/** How a short link was opened: from a link, or from its QR code. */
const entries = ['link', 'qr'];

type Rule = { readonly isValid: (value: string) => boolean; readonly message: string };

const devices = ['desktop', 'mobile', 'tablet', 'other', 'unknown'];
const variants = ['1', '2', '3', '4', noneName];
const classes = ['human', 'bot', 'prefetch'];

/** Whether the filters let only the clicks of people pass. */
export function areOfPeople({ class: wanted }: Pick<Filters, 'class'>): boolean {
  return wanted.every((each) => each === 'human');
}

const rules: Readonly<Record<FilterName, Rule>> = {
  link: { isValid: isId, message: 'Send the ids of your links' },
  tag: anyText('names or ids of your tags'),
  folder: anyText('names or ids of your folders'),
  country: orUnmatched({
    isValid: isCountry,
    message: `Send ISO 3166 codes, such as DE, or ${unknownName}`,
  }),
  city: orUnmatched({ isValid: isCity, message: 'Send a city and its country, such as Berlin,DE' }),
  device: orUnmatched(oneOf(devices)),
  browser: anyText('browsers'),
  os: anyText('operating systems'),
  referrer: anyText(`hosts, such as news.example, or ${directName}`),
  channel: orUnmatched(oneOf(channels)),
  entry: orUnmatched(oneOf(entries)),
  utm_source: anyText('UTM sources'),
  utm_medium: anyText('UTM mediums'),
  utm_campaign: anyText('UTM campaigns'),
  utm_term: anyText('UTM terms'),
  utm_content: anyText('UTM contents'),
  variant: orUnmatched(oneOf(variants)),
  rule: orUnmatched({ isValid: isRule, message: `Send the ids of rules, or ${noneName}` }),
  class: oneOf(classes),
};

/**
 * Validates the filters that `valuesOf` returns for each name; repeated values count once. The
 * filters are usable only when there are no issues. The path of an issue is the filter's name.
 */
export function readFilters(valuesOf: ValuesOfFilters): {
  readonly filters: Filters;
  readonly issues: readonly Issue[];
} {
  const chosen: { [Name in FilterName]?: readonly string[] } = {};
  const conditions: Filter[] = [];
  const issues: Issue[] = [...operatorIssues(valuesOf)];
  for (const name of filterNames) {
    const values = [...new Set(valuesOf(name))].toSorted();
    if (values.length === 0) continue;
    const operator = operatorOf(name, valuesOf);
    const isPart = operator === 'contains' || operator === 'doesNotContain';
    const message = isPart ? partProblem(name, values) : problemOf(rules[name], values);
    if (message !== null) issues.push({ path: name, message });
    else if (operator === 'is') chosen[name] = values;
    else if (name === 'class') chosen[name] = classes.filter((each) => !values.includes(each));
    else {
      const named = values.map((value) => queryValue(name, value));
      conditions.push([operator, dimensionOf(name), named]);
    }
  }
  if (chosen.class?.length === 0) {
    issues.push({ path: 'class', message: 'The filter of the class leaves no visit' });
  }
  const own = conditions.length > 0 && { conditions };
  return { filters: { class: ['human'], ...chosen, ...own }, issues };
}

/** The values of a filter, and the names of the filters that are turned around or ask for parts. */
type ValuesOfFilters = (name: FilterName | 'not' | 'contains') => readonly string[];

function operatorOf(name: FilterName, valuesOf: ValuesOfFilters): Filter[0] {
  const isNegated = valuesOf('not').includes(name);
  if (valuesOf('contains').includes(name)) return isNegated ? 'doesNotContain' : 'contains';
  return isNegated ? 'isNot' : 'is';
}

function operatorIssues(valuesOf: ValuesOfFilters): readonly Issue[] {
  return (['not', 'contains'] as const).flatMap((path) =>
    valuesOf(path).every((name) => filterNames.some((each) => each === name))
      ? []
      : [{ path, message: `Send names of filters: ${filterNames.join(', ')}` }],
  );
}

function partProblem(name: FilterName, values: readonly string[]): string | null {
  return textFilters.some((each) => each === name)
    ? problemOf(anyText('texts'), values)
    : 'This filter has no text that could contain another one';
}

/** The filters of the events, those of their links' labels, and the further conditions. */
export function divided({ tag = [], folder = [], conditions = [], ...events }: Filters): {
  readonly events: EventFilters;
  readonly labels: LabelFilter;
  readonly conditions: readonly Filter[];
} {
  return { events, labels: { tags: tag, folders: folder }, conditions };
}

/** The city and the country of a filter's value. */
export function cityAndCountry(value: string): readonly [city: string, country: string] {
  const comma = value.lastIndexOf(',');
  return [value.slice(0, Math.max(comma, 0)), value.slice(comma + 1)];
}

/** Why values cannot be those of the filter; null when they can. */
export function problemOfValues(name: FilterName, values: readonly string[]): string | null {
  return problemOf(rules[name], values);
}

function problemOf({ isValid, message }: Rule, values: readonly string[]): string | null {
  if (values.length > mostFilterValues) return `Send at most ${mostFilterValues} values`;
  if (values.some((value) => value.length > longestFilterValue)) {
    return `A value has at most ${longestFilterValue} characters`;
  }
  return values.every(isValid) ? null : message;
}

function oneOf(allowed: readonly string[]): Rule {
  return {
    isValid: (value) => allowed.includes(value),
    message: `Choose from ${allowed.join(', ')}`,
  };
}

/** The values of the rule, and the name of conversions that have none. */
function orUnmatched({ isValid, message }: Rule): Rule {
  return { isValid: (value) => value === unmatchedName || isValid(value), message };
}

function anyText(what: string): Rule {
  return { isValid: (value) => value !== '', message: `Send ${what}` };
}

function isRule(value: string): boolean {
  return value === noneName || (/^[1-9]\d{0,9}$/.test(value) && Number(value) <= largestRuleId);
}

function isCountry(value: string): boolean {
  return value === unknownName || /^[A-Z]{2}$/.test(value);
}

function isCity(value: string): boolean {
  const [city, country] = cityAndCountry(value);
  return city !== '' && isCountry(country);
}
