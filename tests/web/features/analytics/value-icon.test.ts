import { expect, test } from 'bun:test';
import { iconOf } from '#web/features/analytics/lists/value-icon.ts';

test.each([
  ['referrers', 'Direct', 'direct'],
  ['referrers', 'www.google.co.uk', 'google'],
  ['referrers', 'mail.google.com', 'mail'],
  ['referrers', 'gemini.google.com', 'assistant'],
  ['referrers', 'l.instagram.com', 'instagram'],
  ['referrers', 'out.reddit.com', 'reddit'],
  ['referrers', 't.co', 'x'],
  ['referrers', 'x.com', 'x'],
  ['referrers', 'x.example', 'site'],
  ['referrers', 'news.ycombinator.com', 'news'],
  ['referrers', 'notgoogle.example', 'site'],
  ['utmSources', 'Newsletter', 'mail'],
  ['utmSources', 'spring', 'site'],
  ['browsers', 'Mobile Safari', 'safari'],
  ['browsers', 'Microsoft Edge', 'edge'],
  ['browsers', 'Samsung Internet', 'browser'],
  ['systems', 'Mac OS', 'apple'],
  ['systems', 'Chrome OS', 'system'],
  ['devices', 'mobile', 'phone'],
  ['devices', 'unknown', 'system'],
  ['channels', 'ads', 'ads'],
  ['entries', 'qr', 'qr'],
  ['utmCampaigns', 'instagram', null],
  ['countries', 'DE', null],
] as const)('in %s, %s has the picture %s', (dimension, value, icon) => {
  expect(iconOf(dimension, value)).toBe(icon);
});
