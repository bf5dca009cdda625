import type { LinkSet } from '#core/analytics/report/report-reading';

/** A server refuses a longer parameter: 128 KiB. */
const parameterLength = 128_000;

/**
 * True when the link is one of the set. Its parameters are `linkSetParams`. The ids are divided only
 * when the statement runs: as a constant of the statement, 100,000 of them take ten times as long.
 */
export function inLinkSet(column: string, { ids, isComplement }: LinkSet): string {
  if (ids === '') return isComplement ? 'true' : 'false';
  const parts = pieces(ids).map((_, index) => `{among${index}:String}`);
  return `${column} ${isComplement ? 'NOT IN' : 'IN'} (
    SELECT toUUID(arrayJoin(splitByChar(',', materialize(concat('', ${parts.join(', ')}))))))`;
}

/** The values of `inLinkSet`. */
export function linkSetParams(among: LinkSet | null): Record<string, string> {
  return Object.fromEntries(
    pieces(among?.ids ?? '').map((piece, index) => [`among${index}`, piece]),
  );
}

function pieces(ids: string): readonly string[] {
  return Array.from({ length: Math.ceil(ids.length / parameterLength) }, (_, index) =>
    ids.slice(index * parameterLength, (index + 1) * parameterLength),
  );
}
