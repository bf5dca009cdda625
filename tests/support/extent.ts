/** Whether this is a run of the extended checks, `bun run check:more`. */
export const isExtended = process.env['WAYPOST_EXTENT'] === 'extended';

/** How many random cases a costly test tries: few in `bun run check`, more in the extended checks. */
export function caseCount({ check, extended }: { check: number; extended: number }): number {
  return isExtended ? extended : check;
}
