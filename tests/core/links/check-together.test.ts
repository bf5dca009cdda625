import { expect, test } from 'bun:test';
import type { LinkChange } from '#core/links/link';
import { noOptions } from '#core/links/options/link-options';
import { checkTogether } from '#core/links/check-together';
import { Refusal } from '#core/shared/refusal';

const nowMs = Date.parse('2026-11-22T10:00:00Z');
const before = {
  ...noOptions,
  trackClicks: true,
  originalUrl: 'https://a.example/',
  expiresAt: new Date(nowMs - 1000),
  autoTrackProfit: false,
  profitPerSaleCents: null,
  splitTestEnabled: false,
  splitTestUrls: [],
};

function issuesOf(change: LinkChange, link = before): string[] {
  try {
    checkTogether(change, link, nowMs);
    return [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.issues.map(({ path, message }) => `${path}: ${message}`);
  }
}

const tooFew = 'splitTestUrls: A split test needs at least two destinations';

test.each<[LinkChange, string]>([
  [{ expiresAt: new Date(nowMs) }, 'expiresAt: Choose a time in the future'],
  [{ splitTestEnabled: true }, tooFew],
  [{ splitTestEnabled: true, splitTestUrls: ['https://a.example/'] }, tooFew],
  [{ autoTrackProfit: true }, 'profitPerSale: Enter the profit per sale'],
])('%j is refused', (change, issue) => {
  expect(issuesOf(change)).toEqual([issue]);
});

test.each<[LinkChange]>([
  [{ expiresAt: new Date(nowMs + 1) }],
  [{ expiresAt: null }],
  [{ expiresAt: before.expiresAt, title: 'sent back as it was' }],
  [{ splitTestEnabled: false, splitTestUrls: [] }],
  [{ autoTrackProfit: true, profitPerSaleCents: 0 }],
])('%j is allowed', (change) => {
  expect(checkTogether(change, before, nowMs)).toEqual(change);
});

test('one destination besides the link’s own makes a split test of both', () => {
  const change = { splitTestEnabled: true, splitTestUrls: ['https://b.example/'] };

  expect(checkTogether(change, before, nowMs).splitTestUrls).toEqual([
    'https://a.example/',
    'https://b.example/',
  ]);
});

test('a link that already violates a rule can be edited in other fields', () => {
  const broken = { ...before, autoTrackProfit: true, splitTestEnabled: true };

  expect(checkTogether({ title: 'New' }, broken, nowMs)).toEqual({ title: 'New' });
});
