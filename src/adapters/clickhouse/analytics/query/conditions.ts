import type { Condition, Scope } from '#core/analytics/reading';
import { unmatchedName } from '#contract/analytics/report-filters';
import { matches } from '#adapters/clickhouse/analytics/facts';
import { inLinkSet, linkSetParams } from './link-sets.ts';
import { columnsOf, isFromClick, matchOf, namesOf, type Column } from './properties.ts';

/** True for clicks that pass the conditions of the scope. */
export function conditionsOfClicks({ conditions = [] }: Scope, column: Column): readonly string[] {
  return conditions.map((condition, index) =>
    condition.kind === 'links'
      ? inLinkSet(column('link_id'), condition.set, setName(index))
      : signed(condition, fits(condition, index, column)),
  );
}

/** True for campaigns that pass the conditions on campaigns; null without such conditions. */
export function conditionsOfCampaigns({ conditions = [] }: Scope, column: Column): string | null {
  const passes = conditions.flatMap((condition, index) =>
    condition.kind === 'values' && condition.property === 'utmCampaign'
      ? [signed(condition, fits(condition, index, column))]
      : [],
  );
  return passes.length === 0 ? null : passes.join(' AND ');
}

/** True for conversions `c` that pass the conditions on what they have themselves. */
export function conditionsOfConversions(scope: Scope, column: Column): readonly string[] {
  return matched(scope, column, (condition) => !isOfClick(condition));
}

/** True for conversions whose click `k` passes the conditions on what only clicks have. */
export function conditionsOfCredit(scope: Scope, column: Column): readonly string[] {
  return matched(scope, column, isOfClick);
}

/** The columns of clicks that the conditions read. */
export function columnsOfConditions({ conditions = [] }: Scope): readonly string[] {
  return conditions.flatMap((condition) =>
    condition.kind === 'links' ? ['link_id'] : columnsOf(condition.property),
  );
}

/** The values of the conditions. */
export function conditionParams({ conditions = [] }: Scope): Record<string, unknown> {
  const params = conditions.flatMap((condition, index): (readonly [string, unknown])[] =>
    condition.kind === 'links'
      ? Object.entries(linkSetParams(condition.set, setName(index)))
      : [[valuesName(index), condition.values]],
  );
  return Object.fromEntries(params);
}

type Values = Extract<Condition, { kind: 'values' }>;

function isOfClick(condition: Condition): boolean {
  return condition.kind === 'values' && isFromClick(condition.property);
}

/** Conversions without a value have the name 'Not matched to a click', which contains no text. */
function matched(
  { conditions = [] }: Scope,
  column: Column,
  isWanted: (condition: Condition) => boolean,
): readonly string[] {
  return conditions.flatMap((condition, index) => {
    if (!isWanted(condition)) return [];
    if (condition.kind === 'links') {
      return [inLinkSet(column('link_id'), condition.set, setName(index))];
    }
    const match = matchOf(condition.property);
    const passes = fits(condition, index, column);
    if (match === null) return [signed(condition, passes)];
    const isUnmatchedWanted = !condition.isPart && condition.values.includes(unmatchedName);
    const unmatched = isUnmatchedWanted ? `NOT (${matches[match]})` : 'false';
    return [signed(condition, `if(${matches[match]}, ${passes}, ${unmatched})`)];
  });
}

function signed({ isNegated }: Values, passes: string): string {
  return isNegated ? `NOT (${passes})` : `(${passes})`;
}

function fits({ property, isPart }: Values, index: number, column: Column): string {
  if (property === 'link') return `${column('link_id')} IN {${valuesName(index)}:Array(UUID)}`;
  const [name, detail] = namesOf(property, column);
  const values = `{${valuesName(index)}:Array(String)}`;
  if (isPart) return `multiSearchAnyCaseInsensitiveUTF8(${name}, ${values})`;
  return property === 'city'
    ? `concat(${name}, ',', ${detail}) IN ${values}`
    : `${name} IN ${values}`;
}

function valuesName(index: number): string {
  return `condition${index}`;
}

function setName(index: number): string {
  return `links${index}x`;
}
