import { Refusal } from './refusal.ts';

/** Refuses `changed_meanwhile` when the caller has seen another version of the thing. */
export function refuseOther(
  seen: number | undefined,
  { version }: { readonly version: number },
  thing: string,
): void {
  if (seen === undefined || seen === version) return;
  const message = `This ${thing} has changed since you read it`;
  throw new Refusal('changed_meanwhile', message, { facts: { version } });
}
