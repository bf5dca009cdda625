import { expect, test } from 'bun:test';
import type { Link } from '#core/links/link';
import { noOptions } from '#core/links/options/link-options';
import { routeLink } from '#core/redirect/route-link';

const link: Link = {
  ...noOptions,
  id: 'id',
  number: 7,
  userId: 'user',
  originalUrl: 'https://example.com/',
  shortCode: 'AbCdEfG',
  customAlias: 'Now',
  title: null,
  description: null,
  notes: null,
  expiresAt: new Date(1_780_000_000_000),
  isActive: false,
  trackClicks: false,
  trackConversions: true,
  autoTrackProfit: true,
  profitPerSaleCents: 5,
  profitPerSaleCurrency: 'EUR',
  splitTestEnabled: true,
  splitTestUrls: ['https://a.example/', 'https://b.example/'],
  splitVersion: 3,
  version: 9,
  createdAt: new Date(0),
  updatedAt: new Date(0),
};

test('a routed link has every field that a redirect needs, and all its names', () => {
  expect(routeLink({ link, aliases: ['before', 'now'] })).toEqual({
    id: 'id',
    userId: 'user',
    number: 7,
    version: 9,
    code: 'AbCdEfG',
    aliases: ['before', 'now'],
    originalUrl: 'https://example.com/',
    destinations: ['https://a.example/', 'https://b.example/'],
    splitVersion: 3,
    isActive: false,
    expiresAtMs: 1_780_000_000_000,
    trackClicks: false,
    trackConversions: true,
    saleProfit: { cents: 5, currency: 'EUR' },
  });
});

test('without a split test there is only one destination', () => {
  const routed = routeLink({
    link: { ...link, splitTestEnabled: false, expiresAt: null },
    aliases: [],
  });

  expect(routed.destinations).toEqual([]);
  expect(routed.expiresAtMs).toBeNull();
});
