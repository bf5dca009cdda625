import { z } from 'zod';

const longestName = 100;

/** A name that this product accepts; empty when there is none. */
export const personName = z
  .string()
  .catch('')
  .transform((text) => {
    const plain = text.toWellFormed().replaceAll(/\p{Cc}/gu, ' ');
    return [...plain.trim()].slice(0, longestName).join('').trim();
  });

/** An e-mail address that this product accepts; null for other values. */
export const personEmail = z
  .string()
  .trim()
  // The length comes first: the address pattern is slow on long texts.
  .max(254)
  .pipe(z.email())
  .nullable()
  .catch(null);

/** Identifies the person at the provider (OpenID Connect Core, 2: at most 255 ASCII characters). */
export const subject = z.string().regex(/^[\x21-\x7e]{1,255}$/);
