import type { StoredClick, StoredConversion } from './events.ts';

/** Whose event it is, and when it happened. */
type Facts = { readonly userId: string; readonly linkId: string; readonly atMs: number };

/** A human click as it is stored, to stand for any. */
export function aStoredClick(facts: Facts & Partial<StoredClick>): StoredClick {
  return {
    class: 'human',
    splitVersion: 0,
    variant: 0,
    visitorId: 5,
    referrer: 'news.example',
    device: 'mobile',
    country: 'DE',
    city: 'Bonn',
    browser: 'Firefox',
    os: 'Android',
    ...facts,
  };
}

/** The only version of a sale as it is stored, to stand for any. */
export function aStoredConversion(facts: Facts & Partial<StoredConversion>): StoredConversion {
  return {
    key: `o:${Bun.randomUUIDv7()}`,
    version: 1,
    removed: false,
    valueCents: 4999,
    profitCents: 1000,
    currency: 'USD',
    ...facts,
  };
}
