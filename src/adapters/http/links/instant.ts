import { z } from 'zod';

/** ISO 8601 with a zone, in years that every part of the product can store. */
export const instant = z.iso
  .datetime({ offset: true, error: 'Please enter a valid date' })
  .refine((typed) => isCommonEra(new Date(typed)), 'Please enter a valid date')
  .nullish();

/** The date of such a field; null and undefined stay as they are. */
export function dateOf(typed: string | null | undefined): Date | null | undefined {
  return typeof typed === 'string' ? new Date(typed) : typed;
}

function isCommonEra(date: Date): boolean {
  return date.getUTCFullYear() >= 1970 && date.getUTCFullYear() <= 9999;
}
