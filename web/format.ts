const dollars = moneyFormat('USD');
const exactDollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const whole = new Intl.NumberFormat('en-US');
const decimal = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const chartDay = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});
const moment = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const wholeDate = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const dayMs = 86_400_000;

/** Cents as US dollars: `$12,480`, `$189.50`. */
export function money(cents: number): string {
  return dollars.format(cents / 100);
}

/** Cents as US dollars, always with two decimals: `$49.00`. For what is about to be charged. */
export function exactMoney(cents: number): string {
  return exactDollars.format(cents / 100);
}

/** Cents of any currency: two decimals, none where the amount is whole: `€42.50`, `€42`. */
export function moneyIn(cents: number, currency: string): string {
  return moneyFormat(currency).format(cents / 100);
}

/** What stands in front of an amount: `$`, `€`, `CA$`. */
export function currencySymbol(currency: string): string {
  const parts = moneyFormat(currency).formatToParts(0);
  return parts.find(({ type }) => type === 'currency')?.value ?? currency;
}

function moneyFormat(currency: string): Intl.NumberFormat {
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  });
}

export function wholeNumber(count: number): string {
  return whole.format(count);
}

/** `click` of one, `clicks` of any other count; for words that take an s. */
export function unitOf(count: number, unit: string): string {
  return count === 1 ? unit : `${unit}s`;
}

/** `1 click`, `2,000 clicks`. */
export function counted(count: number, unit: string): string {
  return `${wholeNumber(count)} ${unitOf(count, unit)}`;
}

/** `38.2`. */
export function oneDecimal(value: number): string {
  return decimal.format(value);
}

/** A day of the person's zone (`YYYY-MM-DD`) as a short label in their language. */
export function dayLabel(date: string): string {
  return chartDay.format(new Date(`${date}T00:00:00Z`));
}

export function dateLabel(instant: string): string {
  return wholeDate.format(new Date(instant));
}

/** A day and a time on the person's own clock: `Nov 21, 9:30 AM`. */
export function momentLabel(instant: string): string {
  return moment.format(new Date(instant));
}

/** A time on the person's own clock: `9:30 AM`. */
export function timeLabel(instant: string): string {
  return time.format(new Date(instant));
}

/** A day and its time to the second, on the person's clock. */
export function exactMoment(instant: string): string {
  return exact.format(new Date(instant));
}

/** A network as people know addresses: `203.0.113.x`, `2001:db8:1:x`; the server keeps no more. */
export function networkLabel(network: string): string {
  return network.replace(/\.0$/, '.x').replace(/::$/, ':x');
}

/** How long ago: days under a week, weeks under thirty days, then the date. */
export function relativeDate(instant: string, now = new Date()): string {
  const days = Math.floor(calendarDay(now) - calendarDay(new Date(instant)));
  if (days <= 0) return 'Today';
  if (days === 1) return '1 day ago';
  if (days < 7) return `${days} days ago`;
  if (days >= 30) return dateLabel(instant);
  const weeks = Math.floor(days / 7);
  return weeks === 1 ? '1 week ago' : `${weeks} weeks ago`;
}

function calendarDay(date: Date): number {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / dayMs;
}

/** A change against the month before: `+12%`, `-3.5%`, `new` (nothing before), `—` (nothing at all). */
export function changeLabel(change: number | 'new' | null): string {
  if (change === null) return '—';
  if (change === 'new') return 'new';
  return `${change >= 0 ? '+' : ''}${change}%`;
}

/** An address as people read it: without its scheme. */
export function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '');
}

type Name = {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string;
};

/** The full name, else what stands before the @. */
export function displayName({ firstName, lastName, email }: Name): string {
  const name = [firstName, lastName].filter(Boolean).join(' ');
  return name || email.split('@')[0] || 'User';
}

export function initials({ firstName, lastName }: Name): string {
  const letters = [firstName, lastName].map((name) => name?.trim().at(0) ?? '').join('');
  return letters.toUpperCase() || 'U';
}

const regions = new Intl.DisplayNames(undefined, { type: 'region', fallback: 'code' });

export function isCountryCode(text: string): boolean {
  return /^[A-Z]{2}$/.test(text);
}

/** A country's name in the person's language; anything that is no country code stays as it is. */
export function countryName(code: string): string {
  return isCountryCode(code) ? (regions.of(code) ?? code) : code;
}
