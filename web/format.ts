import { lazily } from './lazily.ts';

const exactDollars = lazily(
  () => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }),
);
const whole = lazily(() => new Intl.NumberFormat('en-US'));
const decimal = lazily(
  () =>
    new Intl.NumberFormat('en-US', {
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    }),
);
const chartDay = lazily(
  () =>
    new Intl.DateTimeFormat(undefined, {
      month: 'short',
      day: 'numeric',
      timeZone: 'UTC',
    }),
);
const moment = lazily(
  () =>
    new Intl.DateTimeFormat(undefined, {
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
    }),
);
const momentOfYear = lazily(
  () =>
    new Intl.DateTimeFormat(undefined, {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
    }),
);
const hourOfDay = lazily(
  () => new Intl.DateTimeFormat(undefined, { hour: 'numeric', timeZone: 'UTC' }),
);
const timeOfDay = lazily(
  () => new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }),
);
const time = lazily(() => new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }));
const timeToSecond = lazily(() => new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' }));
const dayAndMonth = lazily(
  () => new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' }),
);
const wholeDate = lazily(() => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }));
const exact = lazily(
  () => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' }),
);
const dayMs = 86_400_000;

/** Cents as US dollars: `$12,480`, `$189.50`. */
export function money(cents: number): string {
  return moneyFormat('USD').format(cents / 100);
}

/** Cents as US dollars, always with two decimals: `$49.00`. For amounts to be charged. */
export function exactMoney(cents: number): string {
  return exactDollars().format(cents / 100);
}

/** Cents of any currency, with two decimals unless the amount is whole: `€42.50`, `€42`. */
export function moneyIn(cents: number, currency: string): string {
  return moneyFormat(currency).format(cents / 100);
}

/** Amounts in a text that wraps: no line ends after a minus sign, where browsers would break it. */
export function unbroken(amounts: string): string {
  return amounts.replaceAll('-', '-\u2060');
}

/** The symbol in front of an amount: `$`, `€`, `CA$`. */
export function currencySymbol(currency: string): string {
  const parts = moneyFormat(currency).formatToParts(0);
  return parts.find(({ type }) => type === 'currency')?.value ?? currency;
}

const moneyFormats = new Map<string, Intl.NumberFormat>();

function moneyFormat(currency: string): Intl.NumberFormat {
  const known = moneyFormats.get(currency);
  if (known) return known;
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  });
  moneyFormats.set(currency, format);
  return format;
}

export function wholeNumber(count: number): string {
  return whole().format(count);
}

/** `click` for 1, `clicks` for any other count. Only for words with a plural in -s. */
export function unitOf(count: number, unit: string): string {
  return count === 1 ? unit : `${unit}s`;
}

/** `1 click`, `2,000 clicks`. */
export function counted(count: number, unit: string): string {
  return `${wholeNumber(count)} ${unitOf(count, unit)}`;
}

/** A number with one decimal: `38.2`. */
export function oneDecimal(value: number): string {
  return decimal().format(value);
}

/** A `YYYY-MM-DD` date as a short label in the browser's language. */
export function dayLabel(date: string): string {
  return chartDay().format(new Date(`${date}T00:00:00Z`));
}

export function dateLabel(instant: string): string {
  return wholeDate().format(new Date(instant));
}

/**
 * Day and time in the browser's time zone: `Nov 21, 9:30 AM`, with the year when it is not the
 * current year.
 */
export function momentLabel(instant: string, now = new Date()): string {
  const at = new Date(instant);
  return (at.getFullYear() === now.getFullYear() ? moment() : momentOfYear()).format(at);
}

/** Time in the browser's time zone: `9:30 AM`. */
export function timeLabel(instant: string): string {
  return time().format(new Date(instant));
}

/** Time to the second in the browser's time zone: `9:30:05 AM`. */
export function secondLabel(atMs: number): string {
  return timeToSecond().format(atMs);
}

/** Day and time to the second, in the browser's time zone. */
export function exactMoment(instant: string): string {
  return exact().format(new Date(instant));
}

/** A truncated IP address with an x for the missing part: `203.0.113.x`, `2001:db8:1:x`. */
export function networkLabel(network: string): string {
  return network.replace(/\.0$/, '.x').replace(/::$/, ':x');
}

/**
 * A relative date: days under a week, weeks under thirty days, then the date, without its year while
 * no other year can be meant.
 */
export function relativeDate(instant: string, now = new Date()): string {
  const days = Math.floor(calendarDay(now) - calendarDay(new Date(instant)));
  if (days <= 0) return 'Today';
  if (days === 1) return '1 day ago';
  if (days < 7) return `${days} days ago`;
  if (days >= 30) return days < 300 ? dayAndMonth().format(new Date(instant)) : dateLabel(instant);
  const weeks = Math.floor(days / 7);
  return weeks === 1 ? '1 week ago' : `${weeks} weeks ago`;
}

function calendarDay(date: Date): number {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / dayMs;
}

/** A change: `+12%`, `-3.5%`, `+1,859%`, `0%`, `new` (nothing before), `—` (no data). */
export function changeLabel(change: number | 'new' | null): string {
  if (change === null) return '—';
  if (change === 'new') return 'new';
  const size = Math.abs(change) < 1000 ? String(change) : wholeNumber(Math.round(change));
  return `${change > 0 ? '+' : ''}${size}%`;
}

/** A destination of a split test without a name of its own. */
export function destinationWord(letter: string): string {
  return `Destination ${letter}`;
}

/** The one name of a link: its title, or else its short address. */
export function linkName(link: {
  readonly title: string | null;
  readonly shortUrl: string;
}): string {
  return link.title ?? withoutScheme(link.shortUrl);
}

/** A URL without its scheme and final slash. */
export function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '');
}

type Name = {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string;
};

/** The full name, else the part of the email address before the @. */
export function displayName({ firstName, lastName, email }: Name): string {
  const name = [firstName, lastName].filter(Boolean).join(' ');
  return name || email.split('@')[0] || 'User';
}

export function initials({ firstName, lastName }: Name): string {
  const letters = [firstName, lastName].map((name) => name?.trim().at(0) ?? '').join('');
  return letters.toUpperCase() || 'U';
}

const regions = lazily(
  () => new Intl.DisplayNames(undefined, { type: 'region', fallback: 'code' }),
);

export function isCountryCode(text: string): boolean {
  return /^[A-Z]{2}$/.test(text);
}

/**
 * A country's name in the browser's language. Text that is not a country code is returned
 * unchanged.
 */
export function countryName(code: string): string {
  return isCountryCode(code) ? (regions().of(code) ?? code) : code;
}

/** A time of the day as screens write it: `9 AM`, and `9:30 AM` where it is no whole hour. */
export function clockLabel(hour: number, minute = 0): string {
  const atMs = (hour * 60 + minute) * 60_000;
  return minute === 0 ? hourOfDay().format(atMs) : timeOfDay().format(atMs);
}
