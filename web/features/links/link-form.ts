import * as z from 'zod/mini';
import type { Link, LinkDefaults } from '#web/api.ts';
import { amountOf, centsOf } from '#web/features/conversions/amount.ts';
import { linkProblems } from './link-problems.ts';

/** Destination 1 has a field of its own. */
export const maxOtherDestinations = 3;
const dayMs = 86_400_000;

/** What the create-link card and the edit dialog let a person type. */
export const linkSchema = z
  .object({
    /** While a split test is on this is destination 1. */
    originalUrl: z.string(),
    customAlias: z.string(),
    trackConversions: z.boolean(),
    autoTrackProfit: z.boolean(),
    /** In `profitPerSaleCurrency`, in major units. */
    profitPerSale: z.string(),
    profitPerSaleCurrency: z.enum(['USD', 'EUR', 'GBP', 'CAD', 'AUD']),
    splitTestEnabled: z.boolean(),
    /** From destination 2 on. */
    otherDestinations: z.array(z.object({ url: z.string() })),
    /** Of the person's own clock, as a `datetime-local` input writes it; blank for never. */
    expiresAt: z.string(),
    title: z.string(),
    description: z.string(),
    isActive: z.boolean(),
    trackClicks: z.boolean(),
  })
  .check(({ value, issues }) => {
    for (const { path, message } of linkProblems(value)) {
      issues.push({ code: 'custom', input: value, path: [...path], message });
    }
  });

export type LinkValues = z.infer<typeof linkSchema>;

export const newLinkValues: LinkValues = {
  originalUrl: '',
  customAlias: '',
  trackConversions: false,
  autoTrackProfit: false,
  profitPerSale: '',
  profitPerSaleCurrency: 'USD',
  splitTestEnabled: false,
  otherDestinations: [{ url: '' }],
  expiresAt: '',
  title: '',
  description: '',
  isActive: true,
  trackClicks: true,
};

/** A new link's form as the account's settings begin it. */
export function newValuesOf(defaults: LinkDefaults | undefined, now: Date): LinkValues {
  if (!defaults) return newLinkValues;
  const { trackClicks, trackConversions, expirationDays: days } = defaults;
  const expiry = days === null ? null : new Date(now.getTime() + days * dayMs);
  const expiresAt = expiry === null ? '' : localClock(expiry);
  return { ...newLinkValues, trackClicks, trackConversions, expiresAt };
}

/** A link as the form shows it: cents as major units, instants on the person's clock. */
export function valuesOf(link: Link): LinkValues {
  const [first = link.originalUrl, ...others] = link.splitTestEnabled ? link.splitTestUrls : [];
  return {
    originalUrl: first,
    customAlias: link.customAlias ?? '',
    trackConversions: link.trackConversions,
    autoTrackProfit: link.autoTrackProfit,
    profitPerSale: amountOf(link.profitPerSale),
    profitPerSaleCurrency: link.profitPerSaleCurrency,
    splitTestEnabled: link.splitTestEnabled,
    otherDestinations:
      others.length > 0 ? others.map((url) => ({ url })) : newLinkValues.otherDestinations,
    expiresAt: link.expiresAt === null ? '' : localClock(new Date(link.expiresAt)),
    title: link.title ?? '',
    description: link.description ?? '',
    isActive: link.isActive,
    trackClicks: link.trackClicks,
  };
}

/** What a create call sends: only what the form shows and the person has filled in. */
export function wishOf(values: LinkValues) {
  const alias = values.customAlias.trim();
  return {
    originalUrl: values.originalUrl.trim(),
    ...(alias !== '' && { customAlias: alias }),
    trackClicks: values.trackClicks,
    trackConversions: values.trackConversions,
    ...profitOf(values),
    ...splitTestOf(values),
    expiresAt: values.expiresAt === '' ? null : new Date(values.expiresAt).toISOString(),
  };
}

/** What an edit of a link sends: what the dialog shows, so that clearing a field clears it. */
export function changeOf(values: LinkValues, link: Link) {
  const isTest = values.splitTestEnabled && link.splitTestEnabled;
  const hidesOriginal = isTest && link.originalUrl !== link.splitTestUrls[0];
  return {
    ...(!hidesOriginal && { originalUrl: values.originalUrl.trim() }),
    customAlias: values.customAlias.trim() || null,
    trackConversions: values.trackConversions,
    ...profitOf(values),
    ...splitTestOf(values),
    title: values.title.trim() || null,
    description: values.description.trim() || null,
    // The form knows an expiry to the minute only.
    ...(values.expiresAt !== valuesOf(link).expiresAt && {
      expiresAt: values.expiresAt === '' ? null : new Date(values.expiresAt).toISOString(),
    }),
    isActive: values.isActive,
    trackClicks: values.trackClicks,
  };
}

/** The amount stays at home while its field is hidden. */
function profitOf(values: LinkValues) {
  const autoTrackProfit = values.trackConversions && values.autoTrackProfit;
  if (!autoTrackProfit) return { autoTrackProfit };
  const { profitPerSale, profitPerSaleCurrency } = values;
  return { autoTrackProfit, profitPerSale: centsOf(profitPerSale), profitPerSaleCurrency };
}

/** Empty destinations stay at home, and all of them while the test is off. */
function splitTestOf({ splitTestEnabled, originalUrl, otherDestinations }: LinkValues) {
  if (!splitTestEnabled) return { splitTestEnabled };
  const others = otherDestinations.map(({ url }) => url.trim()).filter(Boolean);
  return { splitTestEnabled, splitTestUrls: [originalUrl.trim(), ...others] };
}

/** `2026-11-21T09:30` on the clock of the person who looks. */
function localClock(date: Date): string {
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}
