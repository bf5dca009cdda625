import type { Link } from '#web/api.ts';

/** A rule in the form. */
export type RuleValues = {
  /** Blank for a new rule. */
  id: string;
  /** One device, several separated by commas, or blank for all; the same for `systems`. */
  devices: string;
  systems: string;
  /** Codes, and typed texts that are not codes; the same for `languages`. */
  countries: string[];
  languages: string[];
  url: string;
};

/** The options of a link in the form. Times are local; blank means none. */
export type OptionValues = {
  startsAt: string;
  expiresAfterClicks: string;
  expiredUrl: string;
  /** A new password; blank keeps the one that the link has. */
  password: string;
  removesPassword: boolean;
  rules: RuleValues[];
  passQuery: boolean;
  iosUrl: string;
  iosFallbackUrl: string;
  androidUrl: string;
  androidFallbackUrl: string;
  previewTitle: string;
  previewText: string;
};

export const noOptionValues: OptionValues = {
  startsAt: '',
  expiresAfterClicks: '',
  expiredUrl: '',
  password: '',
  removesPassword: false,
  rules: [],
  passQuery: false,
  iosUrl: '',
  iosFallbackUrl: '',
  androidUrl: '',
  androidFallbackUrl: '',
  previewTitle: '',
  previewText: '',
};

export const newRule: RuleValues = {
  id: '',
  devices: '',
  systems: '',
  countries: [],
  languages: [],
  url: '',
};

/** A link's options in the form. */
export function optionValuesOf(link: Link): OptionValues {
  return {
    ...noOptionValues,
    startsAt: link.startsAt === null ? '' : localClock(new Date(link.startsAt)),
    expiresAfterClicks: link.expiresAfterClicks === null ? '' : String(link.expiresAfterClicks),
    expiredUrl: link.expiredUrl ?? '',
    rules: link.rules.map((rule) => ({
      id: String(rule.id),
      devices: rule.devices.join(','),
      systems: rule.systems.join(','),
      countries: [...rule.countries],
      languages: [...rule.languages],
      url: rule.url,
    })),
    passQuery: link.passQuery,
    iosUrl: link.iosUrl ?? '',
    iosFallbackUrl: link.iosFallbackUrl ?? '',
    androidUrl: link.androidUrl ?? '',
    androidFallbackUrl: link.androidFallbackUrl ?? '',
    previewTitle: link.previewTitle ?? '',
    previewText: link.previewText ?? '',
  };
}

/** How many options are set in the form of a new link. */
export function countSetOptions(values: OptionValues): number {
  return Object.keys(optionsChange(values, noOptionValues)).length;
}

const texts = [
  'expiredUrl',
  'iosUrl',
  'iosFallbackUrl',
  'androidUrl',
  'androidFallbackUrl',
  'previewTitle',
  'previewText',
] as const;

/** The change that is sent to the API: only fields that the person changed. */
export function optionsChange(values: OptionValues, before: OptionValues) {
  const { startsAt, expiresAfterClicks: clicks, passQuery, password, removesPassword } = values;
  const changed = texts.filter((field) => values[field].trim() !== before[field]);
  const isOtherRules = JSON.stringify(values.rules) !== JSON.stringify(before.rules);
  return {
    ...(startsAt !== before.startsAt && {
      startsAt: instantOf(startsAt),
    }),
    ...(clicks.trim() !== before.expiresAfterClicks && {
      expiresAfterClicks: clicks.trim() === '' ? null : Number(clicks),
    }),
    ...(password !== '' && { password }),
    ...(removesPassword && { password: null }),
    ...(passQuery !== before.passQuery && { passQuery }),
    ...(isOtherRules && { rules: values.rules.map(wishedRule) }),
    ...textsOf(changed, values),
  };
}

function textsOf(
  changed: readonly (typeof texts)[number][],
  values: OptionValues,
): Partial<Record<(typeof texts)[number], string | null>> {
  return Object.fromEntries(changed.map((field) => [field, values[field].trim() || null]));
}

/** Converts a rule of the form for the API. */
export function wishedRule({ id, devices, systems, countries, languages, url }: RuleValues) {
  return {
    ...(id !== '' && { id: Number(id) }),
    devices: listIn(devices),
    systems: listIn(systems),
    countries,
    languages,
    url: url.trim(),
  };
}

/** Whether a rule has a condition. A rule without conditions is unfinished, and matches nobody. */
export function hasCondition({ devices, systems, countries, languages }: RuleValues): boolean {
  return [devices, systems, countries, languages].some(({ length }) => length > 0);
}

/** The values of a select: several are joined by commas. */
export function listIn(value: string): string[] {
  return value === '' ? [] : value.split(',');
}

/** The date in the browser's time zone: `2026-11-21T09:30`. */
export function localClock(date: Date): string {
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

/**
 * The instant of a local time in ISO 8601; null for a blank text and for one that is not a time.
 */
export function instantOf(local: string): string | null {
  const atMs = Date.parse(local);
  return Number.isNaN(atMs) ? null : new Date(atMs).toISOString();
}

/** The last time that a field accepts, because browsers allow years of six digits. */
export const lastLocalClock = '9999-12-31T23:59';
