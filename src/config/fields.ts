import { z } from 'zod';
import { isAddressRange } from './ip-address.ts';

/** An empty variable counts as absent. */
export const optional = z
  .string()
  .transform((text) => (text === '' ? undefined : text))
  .optional();

/** Separated by commas; none by default. */
export const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  );

/** IP addresses and ranges of them (CIDR). */
export const addressRanges = list.refine(
  (ranges) => ranges.every(isAddressRange),
  'must be addresses or CIDR ranges, separated by commas',
);

/** Digits within bounds; `of` is the unit that the error names. */
export function wholeNumber({ least, most, of }: { least: number; most: number; of?: string }) {
  const expected = `must be a whole number ${of === undefined ? '' : `of ${of} `}from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d+$/, expected)
    .transform(Number)
    .refine((value) => value >= least && value <= most, expected);
}

/** A secret that a program sends with its requests. */
export const token = z
  .string()
  .regex(/^[\w-]{16,200}$/, 'must be 16 to 200 letters, digits, hyphens and underscores');
