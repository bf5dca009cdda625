import * as z from 'zod/mini';
import { longestEmail } from '#contract/accounts/person-limits';

/** The form of ids: UUIDs in lower case. */
export const idPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Whether a text has the form of an id. Other text is rejected without a query. */
export function isId(text: string): boolean {
  return idPattern.test(text);
}

export const id = z.string('Send an id').check(z.regex(idPattern, 'Send an id'));

/** A time in ISO 8601, with any offset, of the years 1 to 9999 in UTC. */
export const time = z.iso
  .datetime({ offset: true, error: 'Send a time in ISO 8601' })
  .check(z.refine((text) => !isUnstorable(new Date(text)), 'Send a time of the years 1 to 9999'));

/** Not a text that is no time: that is refused with a message of its own. */
function isUnstorable(at: Date): boolean {
  const year = at.getUTCFullYear();
  return year < 1 || year > 9999;
}

/** A moment in ISO 8601, answered in UTC with milliseconds. */
export const moment = z.codec(time, z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

/** An email address, trimmed. The length comes first: the address pattern is slow on long texts. */
export function email(message: string) {
  return z.pipe(
    z.string(message).check(z.trim(), z.maxLength(longestEmail, message)),
    z.email(message),
  );
}

const badCharacters = 'This text contains characters that are not allowed';

type LineLimits = {
  /** The message for an empty or missing text. */
  readonly missing: string;
  readonly most: number;
  readonly tooLong: string;
  /** The message for control characters. */
  readonly unusable?: string;
};

/** A trimmed text of 1 to `most` UTF-16 units in one line. */
export function line({ missing, most, tooLong, unusable = badCharacters }: LineLimits) {
  return z
    .string(missing)
    .check(
      z.trim(),
      z.minLength(1, missing),
      z.maxLength(most, tooLong),
      z.regex(/^\P{Cc}*$/u, unusable),
    );
}

/** A text of at most `most` UTF-16 units, without control characters. It may be empty. */
export function optionalLine(most: number, tooLong: string, wrongType = 'Must be text') {
  return z
    .string(wrongType)
    .check(z.trim(), z.maxLength(most, tooLong), z.regex(/^\P{Cc}*$/u, badCharacters));
}

/** A text of 1 to `most` UTF-16 units that may have several lines. */
export function lines({ missing, most, tooLong, unusable = badCharacters }: LineLimits) {
  return z
    .string(missing)
    .check(
      z.trim(),
      z.minLength(1, missing),
      z.maxLength(most, tooLong),
      z.regex(/^(?:\P{Cc}|[\t\n\r])*$/u, unusable),
    );
}
