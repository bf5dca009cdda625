import { zodResolver } from '@hookform/resolvers/zod';
import * as z from 'zod/mini';
import { eachText, linkTexts, previewTexts } from '#contract/link-limits';
import { currencies } from '#contract/money';
import { linkProblems } from './link-problems.ts';

const optionsSchema = z.object({
  startsAt: z.string(),
  expiresAfterClicks: z.string(),
  expiredUrl: z.string(),
  password: z.string(),
  removesPassword: z.boolean(),
  rules: z.array(
    z.object({
      id: z.string(),
      devices: z.string(),
      systems: z.string(),
      countries: z.array(z.string()),
      languages: z.array(z.string()),
      url: z.string(),
    }),
  ),
  passQuery: z.boolean(),
  iosUrl: z.string(),
  iosFallbackUrl: z.string(),
  androidUrl: z.string(),
  androidFallbackUrl: z.string(),
  ...eachText(previewTexts, () => z.string()),
});

/** The fields of the create-link card and of the edit dialog. */
export const linkSchema = z
  .object({
    /** Destination 1 while a split test is on. */
    originalUrl: z.string(),
    customAlias: z.string(),
    /** A custom domain; blank: the short host; null while there is nothing to choose. */
    domain: z.nullable(z.string()),
    trackConversions: z.boolean(),
    autoTrackProfit: z.boolean(),
    /** In major units of `profitPerSaleCurrency`. */
    profitPerSale: z.string(),
    profitPerSaleCurrency: z.enum(currencies),
    splitTestEnabled: z.boolean(),
    /** Destinations 2 to 4. */
    otherDestinations: z.array(z.object({ url: z.string() })),
    /** Local time in the format of a `datetime-local` input; blank for never. */
    expiresAt: z.string(),
    ...eachText(linkTexts, () => z.string()),
    /** Names, also of new ones. */
    tags: z.array(z.string()),
    /** A name; blank for none. */
    folder: z.string(),
    isActive: z.boolean(),
    trackClicks: z.boolean(),
    options: optionsSchema,
  })
  .check(({ value, issues }) => {
    for (const { path, message } of linkProblems(value)) {
      issues.push({ code: 'custom', input: value, path: [...path], message });
    }
  });

export type LinkValues = z.infer<typeof linkSchema>;

export const linkResolver = zodResolver(linkSchema);
