import { eachText, mostSplitTestUrls } from '#contract/links/link-limits';
import type { Currency } from '#contract/money';
import type { LinkDefaults } from '#contract/accounts/settings';
import type { Link, LinkChange } from '#web/api.ts';
import { amountOf, centsOf } from '#web/features/events/amount.ts';
import {
  instantOf,
  localClock,
  noOptionValues,
  optionsChange,
  type OptionValues,
  optionValuesOf,
} from '#web/features/links/options/option-values.ts';
import { formTexts, holdsDescription, notesOf } from './notes.ts';
import type { Duplicate } from './wanted.ts';
import { withUtmOfFirst } from '#web/features/links/utm/utm.ts';

/** Destinations of a split test besides the first, which has its own field. */
export const maxOtherDestinations = mostSplitTestUrls - 1;
const dayMs = 86_400_000;

/** The fields of the forms of a link. Names that the contract has too are its fields as typed text. */
export type LinkValues = Record<keyof typeof formTexts, string> & {
  /** Destination A while a split test is on. */
  originalUrl: string;
  customAlias: string;
  /** A custom domain; blank: the short host; null while there is nothing to choose. */
  domain: string | null;
  trackConversions: boolean;
  autoTrackProfit: boolean;
  /** In major units of `profitPerSaleCurrency`. */
  profitPerSale: string;
  profitPerSaleCurrency: Currency;
  splitTestEnabled: boolean;
  /** Destinations B to D. */
  otherDestinations: { url: string }[];
  /** The names of a new test's destinations A to D; blank for none. */
  destinationNames: string[];
  /**
   * Whether the running test goes on with corrected addresses; blank: not answered, and null after the
   * focus has left its radio buttons.
   */
  splitTestContinues: '' | 'continue' | 'new' | null;
  /** Local time in the format of a `datetime-local` input; blank for never. */
  expiresAt: string;
  /** Names, also of new ones. */
  tags: string[];
  /** A name; blank for none. */
  folder: string;
  isActive: boolean;
  trackClicks: boolean;
  options: OptionValues;
};

export const newLinkValues: LinkValues = {
  originalUrl: '',
  customAlias: '',
  domain: null,
  trackConversions: false,
  autoTrackProfit: false,
  profitPerSale: '',
  profitPerSaleCurrency: 'USD',
  splitTestEnabled: false,
  otherDestinations: [{ url: '' }],
  destinationNames: ['', '', '', ''],
  splitTestContinues: '',
  expiresAt: '',
  ...eachText(formTexts, () => ''),
  tags: [],
  folder: '',
  isActive: true,
  trackClicks: true,
  options: noOptionValues,
};

/** The initial values of a new link, with the account's default link settings. */
export function newValuesOf(defaults: LinkDefaults | undefined, now: Date): LinkValues {
  if (!defaults) return newLinkValues;
  const { trackClicks, trackConversions, expirationDays: days } = defaults;
  const expiry = days === null ? null : new Date(now.getTime() + days * dayMs);
  const expiresAt = expiry === null ? '' : localClock(expiry);
  return { ...newLinkValues, trackClicks, trackConversions, expiresAt };
}

/** The fields of a new link that the account's settings decide. */
const settled: readonly string[] = ['trackClicks', 'trackConversions', 'expiresAt', 'domain'];

/** Whether the person has typed something into the form of a new link. */
export function holdsTyped(values: LinkValues): boolean {
  const now = new Map<string, unknown>(Object.entries(values));
  return Object.entries(newLinkValues).some(
    ([name, begun]) =>
      !settled.includes(name) && JSON.stringify(now.get(name)) !== JSON.stringify(begun),
  );
}

/** A link's values in the form: amounts in major units, times in the browser's time zone. */
export function valuesOf(link: Link): LinkValues {
  const [first = link.originalUrl, ...others] = link.splitTestEnabled ? link.splitTestUrls : [];
  return {
    originalUrl: first,
    customAlias: link.customAlias ?? '',
    domain: null,
    trackConversions: link.trackConversions,
    autoTrackProfit: link.autoTrackProfit,
    profitPerSale: amountOf(link.profitPerSale),
    profitPerSaleCurrency: link.profitPerSaleCurrency,
    splitTestEnabled: link.splitTestEnabled,
    otherDestinations:
      others.length > 0 ? others.map((url) => ({ url })) : newLinkValues.otherDestinations,
    destinationNames: newLinkValues.destinationNames,
    splitTestContinues: '',
    expiresAt: link.expiresAt === null ? '' : localClock(new Date(link.expiresAt)),
    title: link.title ?? '',
    notes: holdsDescription(link) ? notesOf(link) : (link.notes ?? ''),
    tags: link.tags.map(({ name }) => name),
    folder: link.folder?.name ?? '',
    isActive: link.isActive,
    trackClicks: link.trackClicks,
    options: optionValuesOf(link),
  };
}

/**
 * Copies a link's values as an active link, without an expiry in the past, and without its alias,
 * because no other link can have it. A new link's form has no other place for the description: notes
 * that are too long with it get an error.
 */
export function copyOf(
  { link, values = valuesOf(link), names = [] }: Duplicate,
  nowMs: number,
): LinkValues {
  const isAliasOfLink = values.customAlias.trim() === (link.customAlias ?? '');
  const hasExpired = values.expiresAt !== '' && Date.parse(values.expiresAt) <= nowMs;
  return {
    ...values,
    customAlias: isAliasOfLink ? '' : values.customAlias,
    notes: holdsDescription(link) ? values.notes : notesOf({ ...link, notes: values.notes }),
    isActive: true,
    destinationNames: values.destinationNames.map((name, place) => names[place] ?? name),
    splitTestContinues: '',
    // The rules become new ones without ids, and a password cannot be copied.
    options: {
      ...values.options,
      rules: values.options.rules.map((rule) => ({ ...rule, id: '' })),
    },
    expiresAt: hasExpired ? '' : values.expiresAt,
  };
}

/** The body of a create call: only visible fields that are filled in. */
export function newLinkOf(values: LinkValues) {
  const alias = values.customAlias.trim();
  return {
    originalUrl: values.originalUrl.trim(),
    ...(alias !== '' && { customAlias: alias }),
    ...domainOf(values),
    trackClicks: values.trackClicks,
    trackConversions: values.trackConversions,
    ...profitOf(values),
    ...splitTestOf(values),
    ...namesOf(values),
    expiresAt: instantOf(values.expiresAt),
    ...organisedOf(values),
    ...optionsChange(values.options, noOptionValues),
  };
}

/**
 * The body of an update call: the fields that differ from those of the opened link, so that
 * clearing a field clears it, and changes of another tab or person are kept.
 */
export function changeOf(values: LinkValues, link: Link): LinkChange {
  const opened = valuesOf(link);
  let change: LinkChange = {
    ...((values.domain || null) !== link.domain && domainOf(values)),
    ...optionsChange(values.options, optionValuesOf(link)),
  };
  for (const partOf of [urlsOf, conversionsOf, ...ownFields]) {
    const part = partOf(values, link);
    const isChanged = JSON.stringify(part) !== JSON.stringify(partOf(opened, link));
    if (isChanged) change = { ...change, ...part };
  }
  return change;
}

/** Sent together: the first destination of a split test is the link's own. */
function urlsOf(values: LinkValues, link: Link) {
  const isTest = values.splitTestEnabled && link.splitTestEnabled;
  const hidesOriginal = isTest && link.originalUrl !== link.splitTestUrls[0];
  return {
    ...(!hidesOriginal && { originalUrl: values.originalUrl.trim() }),
    // Not of a link that had no test: somebody may have begun one meanwhile.
    ...((values.splitTestEnabled || link.splitTestEnabled) && splitTestOf(values, link)),
    ...(!link.splitTestEnabled && namesOf(values)),
    ...(correctedPlaces(values, link).length > 0 && {
      splitTestContinues: values.splitTestContinues === 'continue',
    }),
  };
}

function conversionsOf(values: LinkValues) {
  return { trackConversions: values.trackConversions, ...profitOf(values) };
}

/** Fields that depend on no other. */
const ownFields: readonly ((values: LinkValues, link: Link) => LinkChange)[] = [
  ({ customAlias }) => ({ customAlias: customAlias.trim() || null }),
  ({ title }) => ({ title: title.trim() || null }),
  ({ notes }, link) => ({
    notes: notes.trim() || null,
    ...(holdsDescription(link) && { description: null }),
  }),
  ({ tags }) => ({ tags }),
  ({ folder }) => ({ folder: folder.trim() || null }),
  // The form shows minutes only: an unchanged expiry keeps its seconds.
  ({ expiresAt }) => ({ expiresAt: instantOf(expiresAt) }),
  ({ isActive }) => ({ isActive }),
  ({ trackClicks }) => ({ trackClicks }),
];

/** Sends the domain only while there is a choice. */
function domainOf({ domain }: LinkValues) {
  return domain === null ? {} : { domain: domain || null };
}

/** The title, notes and labels of a new link; only fields that are filled in. */
function organisedOf({ tags, folder, ...values }: LinkValues) {
  const texts = { ...eachText(formTexts, (name) => values[name]), folder };
  const filled = Object.entries(texts).filter(([, text]) => text.trim() !== '');
  return {
    ...Object.fromEntries(filled.map(([name, text]) => [name, text.trim()])),
    ...(tags.length > 0 && { tags }),
  };
}

/** Sends the amount only while its field is visible. */
function profitOf(values: LinkValues) {
  const autoTrackProfit = values.trackConversions && values.autoTrackProfit;
  if (!autoTrackProfit) return { autoTrackProfit };
  const { profitPerSale, profitPerSaleCurrency } = values;
  return { autoTrackProfit, profitPerSale: centsOf(profitPerSale), profitPerSaleCurrency };
}

/**
 * Sends no destinations while the test is off. In a test that begins, destinations without UTM
 * parameters get those of the first.
 */
function splitTestOf(values: LinkValues, link?: Link) {
  const { splitTestEnabled } = values;
  if (!splitTestEnabled) return { splitTestEnabled };
  const goesOn = link !== undefined && isRunning(values, link) && !changesCount(values, link);
  const urls = destinationsOf(values);
  return { splitTestEnabled, splitTestUrls: goesOn ? urls : withUtmOfFirst(urls) };
}

/** Sends the names of a new test's destinations, without those of empty ones, once there is a name. */
function namesOf({ splitTestEnabled, otherDestinations, destinationNames }: LinkValues) {
  const isFilled = [true, ...otherDestinations.map(({ url }) => url.trim() !== '')];
  const names = isFilled.flatMap((filled, place) =>
    filled ? [destinationNames[place]?.trim() || null] : [],
  );
  return splitTestEnabled && names.some((name) => name !== null) ? { splitTestNames: names } : {};
}

/** The destinations of a split test, without empty ones. */
export function destinationsOf(
  values: Pick<LinkValues, 'originalUrl' | 'otherDestinations'>,
): string[] {
  const { originalUrl, otherDestinations } = values;
  const others = otherDestinations.map(({ url }) => url.trim()).filter(Boolean);
  return [originalUrl.trim(), ...others];
}

/** Whether the values add or remove destinations of a running split test: a new test begins then. */
export function changesCount(values: LinkValues, link: Link): boolean {
  return isRunning(values, link) && destinationsOf(values).length !== link.splitTestUrls.length;
}

/** The places, from 0, of the destinations of a running split test whose addresses are others now. */
export function correctedPlaces(values: LinkValues, link: Link): number[] {
  if (!isRunning(values, link) || changesCount(values, link)) return [];
  return destinationsOf(values).flatMap((url, place) =>
    (storedUrl(url) ?? url) === link.splitTestUrls[place] ? [] : [place],
  );
}

function isRunning(values: LinkValues, link: Link): boolean {
  return link.splitTestEnabled && values.splitTestEnabled;
}

/** A typed address as the server stores it; null for a text that is none yet. */
export function storedUrl(typed: string): string | null {
  const text = typed.trim();
  const url = URL.parse(/^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`);
  return url?.hostname.includes('.') ? url.href : null;
}
