import { mostTagsOfLink } from '#contract/links/link-limits';
import { plainPath } from '#core/shared/plain-path';

/** The value of a cell, or why the cell is not valid. */
export type ReadCell<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'refused'; readonly message: string };

/**
 * The name in a short address or in an alias: `https://bit.ly/sale`, `bit.ly/sale`, `/sale/` and
 * `sale` are all 'sale', and `promo/sale` is not an address. Empty when the address has no path. A
 * text that is not an address is returned as the name, even an invalid one: the rules of aliases
 * refuse it later.
 */
export function nameInUrl(text: string): string {
  const typed = text.trim();
  const [scheme = ''] = /^[a-z][a-z0-9+.-]*:\/\//i.exec(typed) ?? [];
  if (scheme === '' && !typed.includes('/')) return decoded(typed);
  const [url = ''] = typed.slice(scheme.length).split(/[?#]/, 1);
  const [first = '', ...path] = url.split('/');
  const isName = scheme === '' && first !== '' && !/[.:]/.test(first);
  return decoded(plainPath(isName ? url : path.join('/')));
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

const yes = new Set(['yes', 'true', '1', 'y', 'on', 'active', 'enabled']);
const no = new Set(['no', 'false', '0', 'n', 'off', 'inactive', 'disabled', 'paused', 'archived']);

/** Reads yes or no in the words that services use. */
export function readFlag(text: string): ReadCell<boolean> {
  const word = text.trim().toLowerCase();
  if (yes.has(word)) return { kind: 'value', value: true };
  if (no.has(word)) return { kind: 'value', value: false };
  return { kind: 'refused', message: 'Use yes or no' };
}

const mostClicks = 2_147_483_647;

/** Reads a number of clicks, also with separators of thousands. */
export function readClicks(text: string): ReadCell<number> {
  const plain = text.trim();
  const digits = /^\d{1,3}([,.' \u00a0\u202f])\d{3}(\1\d{3})*$/.test(plain)
    ? plain.replaceAll(/\D/g, '')
    : plain;
  const clicks = /^\d{1,10}$/.test(digits) ? Number(digits) : Infinity;
  if (clicks <= mostClicks) return { kind: 'value', value: clicks };
  return { kind: 'refused', message: 'Use a whole number' };
}

const isoTime =
  /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?: ?(?:Z|UTC|[+-]\d{2}:?\d{2}))?)?$/i;
const englishDay = /^[A-Z][a-z]{2,8}\.? \d{1,2}, \d{4}$/;

/**
 * Reads a time: ISO 8601 with `T` or a blank, a day, seconds or milliseconds since 1970, or an
 * English day (`Nov 3, 2026`). A time without a zone is in UTC. A day with slashes has two meanings
 * and is refused.
 */
export function readTime(text: string): ReadCell<Date> {
  const typed = text.trim();
  const time = new Date(epochMs(typed));
  const isUsual = time.getTime() >= 0 && time.getUTCFullYear() < 10_000;
  if (isUsual) return { kind: 'value', value: time };
  return { kind: 'refused', message: 'Use a date such as 2026-11-03 or 2026-11-03 14:30' };
}

function epochMs(typed: string): number {
  if (/^\d{10}(\.\d+)?$/.test(typed)) return Number(typed) * 1000;
  if (/^\d{13}$/.test(typed)) return Number(typed);
  if (englishDay.test(typed)) return englishDayMs(typed);
  if (!isoTime.test(typed) || !isDay(typed.slice(0, 10))) return Number.NaN;
  return Date.parse(inZone(typed.replace(' UTC', 'Z').replace(',', '.').toUpperCase()));
}

/** NaN for a day that the month does not have: a parser would count on into the next month. */
function englishDayMs(typed: string): number {
  const [, day = ''] = /(\d{1,2}),/.exec(typed) ?? [];
  const ms = Date.parse(`${typed.replace('.', '')} UTC`);
  return new Date(ms).getUTCDate() === Number(day) ? ms : Number.NaN;
}

/** Whether the calendar has this day: a parser would count on into the next month. */
function isDay(day: string): boolean {
  const time = new Date(`${day}T00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day);
}

function inZone(typed: string): string {
  const [day = '', ...rest] = typed.split(/[T ]/);
  if (rest.length === 0) return `${day}T00:00Z`;
  const time = rest.join('');
  const zoned = /(Z|[+-]\d{2}:?\d{2})$/.test(time) ? time : `${time}Z`;
  return `${day}T${zoned.replace(/([+-]\d{2})(\d{2})$/, '$1:$2')}`;
}

/**
 * The names of tags in a cell, each once without case, and at most one more than a link can have.
 * Our own export separates them by commas, which no name contains; services also by bars or
 * semicolons, or they write a JSON list.
 */
export function tagsIn(text: string, isOwnExport: boolean): readonly string[] {
  const first = new Map<string, string>();
  for (const listedName of isOwnExport ? text.split(',') : listed(text.trim())) {
    const name = listedName.trim();
    if (name !== '' && !first.has(name.toLowerCase())) first.set(name.toLowerCase(), name);
    if (first.size > mostTagsOfLink) break;
  }
  return [...first.values()];
}

function listed(text: string): readonly string[] {
  const isList = text.startsWith('[') && text.endsWith(']');
  if (!isList) return text.split(/[,;|]/);
  return text.slice(1, -1).replaceAll(/["']/g, '').split(',');
}
