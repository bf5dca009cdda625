import { countryName, isCountryCode, destinationWord } from '#web/format.ts';
import { splitLetters } from '#contract/split-tests/split-words';
import type { FilterName } from '#contract/analytics/report-filters';

const visitClasses: Readonly<Record<string, string>> = {
  human: 'People',
  bot: 'Bots',
  prefetch: 'Prefetches',
};

const channels: Readonly<Record<string, string>> = { ai: 'AI', email: 'Email' };

const entries: Readonly<Record<string, string>> = { link: 'Link', qr: 'QR code' };

/**
 * A filter's value on screens: `Germany`, `Berlin, Germany`, `Mobile`. Links are shown elsewhere,
 * by their names.
 */
export function valueLabel(name: FilterName, value: string): string {
  switch (name) {
    case 'country':
      return countryName(value);
    case 'city':
      return cityLabel(value);
    case 'device':
      return capitalised(value);
    case 'channel':
      return channels[value] ?? capitalised(value);
    case 'entry':
      return entries[value] ?? value;
    case 'class':
      return visitClasses[value] ?? value;
    case 'variant':
      return /^\d+$/.test(value) ? destinationName(Number(value)) : value;
    case 'rule':
      return ruleLabel(value);
    default:
      return value;
  }
}

/** A destination of a split test, by its place from 1: `Destination B`. */
export function destinationName(variant: number): string {
  return destinationWord(splitLetters[variant - 1] ?? String(variant));
}

function ruleLabel(value: string): string {
  if (value === '(none)') return 'No rule';
  return /^\d+$/.test(value) ? `Rule ${value}` : value;
}

/** `Berlin,DE`; an unknown city is in an unknown country. */
function cityLabel(value: string): string {
  const comma = value.lastIndexOf(',');
  if (comma < 0) return value;
  const [city, country] = [value.slice(0, comma), value.slice(comma + 1)];
  return isCountryCode(country) ? `${city}, ${countryName(country)}` : city || value;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
