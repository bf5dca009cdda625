import { expect, test } from 'bun:test';
import { newLinkValues } from '#web/features/links/form/link-form.ts';
import { newRule, noOptionValues } from '#web/features/links/options/option-values.ts';
import {
  accessSummary,
  appsSummary,
  conversionsSummary,
  nameSummary,
  previewSummary,
  rulesSummary,
  scheduleSummary,
  utmSummary,
} from '#web/features/links/sections/summaries.ts';
import { sectionHash, sectionIn, sectionTitles } from '#web/features/links/sections/unfolded.ts';

const none = { hasPassword: false, previewPicture: null };
const options = (set: Partial<typeof noOptionValues>) => ({
  ...newLinkValues,
  options: { ...noOptionValues, ...set },
});

test('the address of the editor names each section by a word of its own', () => {
  expect(sectionTitles.map(sectionHash)).toEqual([
    '#name',
    '#utm',
    '#schedule',
    '#access',
    '#rules',
    '#app',
    '#preview',
    '#conversions',
  ]);
  for (const title of sectionTitles) expect(sectionIn(sectionHash(title))).toBe(title);
  for (const other of ['', '#', '#main', '#Access']) expect(sectionIn(other)).toBeNull();
});

test('a new link has nothing in any section', () => {
  const summaries = [
    nameSummary,
    utmSummary,
    scheduleSummary,
    accessSummary,
    rulesSummary,
    appsSummary,
    previewSummary,
    conversionsSummary,
  ];
  for (const summary of summaries) expect(summary(newLinkValues, none)).toEqual([]);
});

test('a section says in a few words what is set in it', () => {
  const named = { ...newLinkValues, title: 'Autumn', tags: ['Sale', 'Mail'], folder: 'Shop' };
  expect(nameSummary({ ...named, notes: 'From an import' }, none)).toEqual([
    'Autumn',
    'Sale',
    'Mail',
    'Shop',
    'Notes',
  ]);
  const campaign = { originalUrl: 'https://shop.example/?utm_source=news&a=1&utm_campaign=autumn' };
  expect(utmSummary({ ...newLinkValues, ...campaign }, none)).toEqual(['news', 'autumn']);
  const limited = options({ expiresAfterClicks: '1000', expiredUrl: 'https://shop.example/over' });
  expect(scheduleSummary({ ...limited, isActive: false }, none)).toEqual([
    'Paused',
    'After 1,000 clicks',
    'Then shop.example/over',
  ]);
  expect(
    scheduleSummary({ ...newLinkValues, expiresAt: '2027-01-02T03:04' }, none).join(),
  ).toStartWith('Until Jan 2, 2027');
  const rules = [{ ...newRule, systems: 'ios', url: 'https://shop.example/app' }, newRule];
  expect(rulesSummary(options({ rules }), none)).toEqual([
    'iOS to shop.example/app',
    'A rule without a condition',
  ]);
  expect(appsSummary(options({ androidUrl: 'shop://5' }), none)).toEqual(['Android']);
  const tracked = { ...newLinkValues, trackClicks: false, trackConversions: true };
  expect(
    conversionsSummary({ ...tracked, autoTrackProfit: true, profitPerSale: '21.5' }, none),
  ).toEqual(['Clicks are not tracked', 'Tracked', '$21.50 profit a sale']);
  expect(
    conversionsSummary({ ...tracked, autoTrackProfit: true, profitPerSale: 'x' }, none),
  ).toEqual(['Clicks are not tracked', 'Tracked']);
});

test('a stored password is said until it is removed, and a stored picture beside the own texts', () => {
  const stored = { hasPassword: true, previewPicture: '/api/link-pictures/1' };
  expect(accessSummary(newLinkValues, stored)).toEqual(['Password']);
  expect(accessSummary(options({ password: 'open sesame' }), none)).toEqual(['Password']);
  expect(accessSummary(options({ removesPassword: true }), stored)).toEqual([]);
  expect(previewSummary(newLinkValues, stored)).toEqual(['Own picture']);
  expect(
    previewSummary(options({ previewTitle: 'Sale', previewText: 'Up to 40%' }), stored),
  ).toEqual(['Own title, text and picture']);
});
