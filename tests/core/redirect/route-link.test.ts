import { expect, test } from 'bun:test';
import type { Link } from '#core/links/link';
import { noOptions } from '#core/links/options/link-options';
import { routeLink } from '#core/redirect/route-link';
import { noTexts } from '#tests/support/builders/links';

const link: Link = {
  ...noOptions,
  ...noTexts,
  id: 'id',
  number: 7,
  userId: 'user',
  originalUrl: 'https://example.com/',
  shortCode: 'AbCdEfG',
  customAlias: 'Now',
  externalId: 'sku-7',
  domain: { number: 4, host: 'go.shop.example' },
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
  splitRotation: null,
  importedClicks: null,
  version: 9,
  edition: 5,
  createdAt: new Date(0),
  updatedAt: new Date(0),
};

test('a routed link has every field that a redirect needs, and all its names', () => {
  const domainNames = ['4/AbCdEfG', '4/now'];

  expect(routeLink({ link, aliases: ['before'], domainNames })).toEqual({
    id: 'id',
    userId: 'user',
    number: 7,
    version: 9,
    code: 'AbCdEfG',
    aliases: ['before'],
    domainNames,
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
    domainNames: [],
  });

  expect('domainNames' in routed).toBe(false);

  expect(routed.destinations).toEqual([]);
  expect(routed.expiresAtMs).toBeNull();
});

test('a rotation is routed with the running split test alone', () => {
  const splitRotation = { isShuffled: true, shares: [{ fromDay: '2026-11-27', slots: [5, 15] }] };
  const routed = (splitTestEnabled: boolean) =>
    routeLink({ link: { ...link, splitRotation, splitTestEnabled }, aliases: [], domainNames: [] });

  expect(routed(true).rotation).toEqual(splitRotation);
  expect('rotation' in routed(false)).toBe(false);
});
