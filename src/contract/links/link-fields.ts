import * as z from 'zod/mini';
import {
  eachText,
  linkComplaints,
  linkTexts,
  previewTexts,
  ruleDevices,
  ruleSystems,
} from './link-limits.ts';
import { destinationNames } from '#contract/split-tests/split-tests';
import { currencies } from '#contract/money';

const text = z.nullable(z.string('Must be text'));
const flag = z.boolean('Must be true or false');
const url = z.string(linkComplaints.url);
const ruleId = z.number('Use the id that the rule has');

/** A moment in ISO 8601 between the years 1970 and 9999, which every part of the product can store. */
const time = z.codec(
  z.iso
    .datetime({ offset: true, error: linkComplaints.time })
    .check(z.refine((typed) => isCommonEra(new Date(typed)), linkComplaints.time)),
  z.date(),
  { decode: (typed) => new Date(typed), encode: (date) => date.toISOString() },
);

function isCommonEra(date: Date): boolean {
  return date.getUTCFullYear() >= 1970 && date.getUTCFullYear() <= 9999;
}

/**
 * Sends some of a link's visitors to another destination. A rule matches a visitor when each of its
 * lists is empty or has the visitor's value. The first matching rule of a link decides.
 */
const LinkRule = z.object({
  /** From 1 to `largestRuleId`; unique in its link. Clicks record it. */
  id: ruleId,
  devices: z.array(z.enum(ruleDevices)),
  systems: z.array(z.enum(ruleSystems)),
  /** ISO 3166-1 alpha-2, in upper case. */
  countries: z.array(z.string()),
  /** ISO 639 in lower case, with or without a country: `de`, `pt-BR`. */
  languages: z.array(z.string()),
  url,
});

const typedList = z.optional(z.array(z.string('Must be text'), 'Must be a list'));

/** A rule as its owner sends it; without an id it is a new one. Absent lists are empty. */
const TypedRule = z.object({
  id: z.optional(z.nullable(ruleId)),
  devices: typedList,
  systems: typedList,
  countries: typedList,
  languages: typedList,
  url,
});

/** Options of a link beyond its destination and its split test. */
const options = {
  /** Before this time the link shows a page that says so; null: from the beginning. */
  startsAt: z.nullable(time),
  /**
   * The link expires after this many human clicks, counted from the time at which a limit was set;
   * null: never.
   */
  expiresAfterClicks: z.nullable(z.number(linkComplaints.clicks)),
  /** The destination of an expired link; null: a page says that it has expired. */
  expiredUrl: z.nullable(url),
  /** In the order in which they are tried. */
  rules: z.array(LinkRule),
  /** Whether the destination gets the query parameters of the visited address. */
  passQuery: flag,
  /** For iPhones and iPads: a web address, or one with the app's own scheme. */
  iosUrl: z.nullable(url),
  /** The destination of a device without the app; null: as for a link without the app's address. */
  iosFallbackUrl: z.nullable(url),
  androidUrl: z.nullable(url),
  androidFallbackUrl: z.nullable(url),
  /**
   * The texts that apps and networks show for the link. When all are null, the destination's own
   * texts are shown.
   */
  ...eachText(previewTexts, () => text),
};
const Options = z.object(options);
export type LinkOptionFields = z.output<typeof Options>;

const notConnected = 'Choose one of your connected domains';

const externalIdForm = 'Use 1 to 128 visible characters without spaces';

/** The link's id in another system, by which that system finds and changes it. */
export const externalId = z
  .string(externalIdForm)
  .check(z.regex(/^[\p{L}\p{M}\p{N}\p{P}\p{S}]{1,128}$/u, externalIdForm));

/** The fields that an owner sets and sees. */
export const fields = {
  originalUrl: url,
  /** Unique in the account; free again when the link is deleted. Null: none. */
  externalId: z.nullable(externalId),
  /** Chosen by the owner, matched without case; null when there is none. */
  customAlias: z.nullable(z.string(linkComplaints.alias)),
  /** The host of one of the account's domains; null: the instance's own short host. */
  domain: z.nullable(z.string(notConnected).check(z.maxLength(253, notConnected))),
  ...eachText(linkTexts, () => text),
  expiresAt: z.nullable(time),
  isActive: flag,
  trackClicks: flag,
  trackConversions: flag,
  autoTrackProfit: flag,
  /** In cents. */
  profitPerSale: z.nullable(z.number('Profit must be a number of cents')),
  /** Sales in other currencies do not bring this profit. */
  profitPerSaleCurrency: z.enum(currencies, `Choose one of ${currencies.join(', ')}`),
  splitTestEnabled: flag,
  /** `originalUrl` is used while the test is off. */
  splitTestUrls: z.array(url, 'Must be a list of URLs'),
  ...options,
};
const Fields = z.object(fields);
export type LinkFields = z.output<typeof Fields>;

/** The lists among the fields as an owner sends them. Null empties one. */
export const typedLists = {
  splitTestUrls: z.nullable(fields.splitTestUrls),
  rules: z.nullable(z.array(TypedRule, 'Must be a list of rules')),
};

/** Fields that change the link's split test; a link's JSON does not have them. */
export const ofSplitTest = {
  /**
   * With other destinations of the split test: true corrects the running test, which keeps its
   * numbers. Absent or false: a new test begins.
   */
  splitTestContinues: z.boolean('Must be true or false'),
  /**
   * The names of the split test's destinations, in their order; null or blank: none. Absent: as they
   * are; a new test has none. The split tests of the link show them.
   */
  splitTestNames: destinationNames,
};
