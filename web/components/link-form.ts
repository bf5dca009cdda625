import * as z from 'zod/mini';
import type { Link, LinkDefaults } from '#web/api.ts';
import { amount, amountOf, centsOf } from './amount.ts';

export const maxSplitTestUrls = 4;
const dayMs = 86_400_000;

const url = z.string().check(z.refine(isWebUrl, 'Please enter a valid URL'));
const blankOrUrl = z
  .string()
  .check(z.refine((text) => text.trim() === '' || isWebUrl(text), 'Please enter a valid URL'));
const instant = z
  .string()
  .check(z.refine((text) => text === '' || !Number.isNaN(Date.parse(text)), 'Please enter a date'));

/** What the create-link card and the edit dialog let a person type. */
export const linkSchema = z.object({
  originalUrl: url,
  customAlias: z.string(),
  trackConversions: z.boolean(),
  autoTrackProfit: z.boolean(),
  /** US dollars. */
  profitPerSale: amount('Profit must be positive'),
  splitTestEnabled: z.boolean(),
  splitTestUrls: z.array(z.object({ url: blankOrUrl })),
  /** Of the person's own clock, as a `datetime-local` input writes it; blank for never. */
  expiresAt: instant,
  title: z.string(),
  isActive: z.boolean(),
  trackClicks: z.boolean(),
});

export type LinkValues = z.infer<typeof linkSchema>;

export const newLinkValues: LinkValues = {
  originalUrl: '',
  customAlias: '',
  trackConversions: false,
  autoTrackProfit: false,
  profitPerSale: '',
  splitTestEnabled: false,
  splitTestUrls: [{ url: '' }, { url: '' }],
  expiresAt: '',
  title: '',
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

/** A link as the form shows it: cents as dollars, instants on the person's clock. */
export function valuesOf(link: Link): LinkValues {
  return {
    originalUrl: link.originalUrl,
    customAlias: link.customAlias ?? '',
    trackConversions: link.trackConversions,
    autoTrackProfit: link.autoTrackProfit,
    profitPerSale: amountOf(link.profitPerSale),
    splitTestEnabled: link.splitTestEnabled,
    splitTestUrls:
      link.splitTestUrls.length > 0
        ? link.splitTestUrls.map((each) => ({ url: each }))
        : newLinkValues.splitTestUrls,
    expiresAt: link.expiresAt === null ? '' : localClock(new Date(link.expiresAt)),
    title: link.title ?? '',
    isActive: link.isActive,
    trackClicks: link.trackClicks,
  };
}

/** What a create call sends: a blank alias and empty destinations stay at home. */
export function wishOf(values: LinkValues) {
  const alias = values.customAlias.trim();
  const cents = centsOf(values.profitPerSale);
  return {
    originalUrl: values.originalUrl.trim(),
    ...(alias !== '' && { customAlias: alias }),
    trackClicks: values.trackClicks,
    trackConversions: values.trackConversions,
    autoTrackProfit: values.trackConversions && values.autoTrackProfit,
    ...(cents !== null && { profitPerSale: cents }),
    splitTestEnabled: values.splitTestEnabled,
    ...(values.splitTestEnabled && { splitTestUrls: destinationsOf(values) }),
    expiresAt: values.expiresAt === '' ? null : new Date(values.expiresAt).toISOString(),
  };
}

/** What an edit sends: everything that the dialog shows, so that clearing a field clears it. */
export function changeOf(values: LinkValues) {
  return {
    originalUrl: values.originalUrl.trim(),
    customAlias: values.customAlias.trim() || null,
    trackConversions: values.trackConversions,
    autoTrackProfit: values.trackConversions && values.autoTrackProfit,
    profitPerSale: centsOf(values.profitPerSale),
    splitTestEnabled: values.splitTestEnabled,
    ...(values.splitTestEnabled && { splitTestUrls: destinationsOf(values) }),
    title: values.title.trim() || null,
    expiresAt: values.expiresAt === '' ? null : new Date(values.expiresAt).toISOString(),
    isActive: values.isActive,
    trackClicks: values.trackClicks,
  };
}

function destinationsOf({ splitTestUrls }: LinkValues): string[] {
  return splitTestUrls.map((each) => each.url.trim()).filter(Boolean);
}

function isWebUrl(text: string): boolean {
  const parsed = URL.parse(text.trim());
  return parsed !== null && /^https?:$/.test(parsed.protocol);
}

/** `2026-11-21T09:30` on the clock of whoever is looking. */
function localClock(date: Date): string {
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}
