import type { LinkSet } from '#core/analytics/reading';

/** A server refuses a longer parameter: 128 KiB. */
const parameterLength = 128_000;

/**
 * True when the link is in the set. The parameters are `linkSetParams`. The engine splits the list
 * of ids when the statement runs: as a constant of the statement, 100,000 ids take ten times as
 * long.
 */
export function inLinkSet(column: string, { ids, isComplement }: LinkSet, name = 'among'): string {
  if (ids === '') return isComplement ? 'true' : 'false';
  return `${column} ${isComplement ? 'NOT IN' : 'IN'} (
    SELECT toUUID(arrayJoin(splitByChar(',', ${longText(ids, name)}))))`;
}

/** The values of `inLinkSet`. */
export function linkSetParams(set: LinkSet | null, name = 'among'): Record<string, string> {
  return textParams(set?.ids ?? '', name);
}

/** A long text in parameters that a server takes: `name0`, `name1` and so on. */
export function textParams(text: string, name: string): Record<string, string> {
  return Object.fromEntries(pieces(text).map((piece, index) => [`${name}${index}`, piece]));
}

/** The text of `textParams`, of which there is at least one. */
export function longText(text: string, name: string): string {
  const parts = pieces(text).map((_, index) => `{${name}${index}:String}`);
  return `materialize(concat('', ${parts.join(', ')}))`;
}

function pieces(ids: string): readonly string[] {
  return Array.from({ length: Math.ceil(ids.length / parameterLength) }, (_, index) =>
    ids.slice(index * parameterLength, (index + 1) * parameterLength),
  );
}
