import { expect, test } from 'bun:test';
import { alarmMail } from '#core/alerts/tell-owner';
import { readReportQuestion } from '#core/analytics/report/report-question';
import { aRaisedAlert } from '#tests/support/builders/alerts';

const at = new Date('2026-11-27T10:00:00Z');
const alert = aRaisedAlert();
const reader = { email: 'a@shop.example', firstName: 'Ada', verified: true, isMailed: true };
const origins = { appUrl: 'https://app.example', shortUrl: 'https://go.example' };
const id = '019ac0e5-7a41-7c2e-9d1b-5f0a3c86e2d4';

test.each([
  ['all links', {}, {}],
  ['a link', { linkId: id }, { link: [id] }],
  ['a tag', { tagId: id, tagName: 'Letters & more' }, { tag: [id] }],
  ['a campaign', { campaign: 'spring & summer' }, { utm_campaign: ['spring & summer'] }],
])('View analytics in an alert for %s opens analytics with that filter', (_, subject, filters) => {
  const { action } = alarmMail(
    {
      alert: { ...alert, ...subject },
      isEnd: false,
      reader,
    },
    origins,
  );

  const opened = new URL(action?.url ?? '');
  const asked = readReportQuestion((name) => opened.searchParams.getAll(name), at.getTime());

  expect(opened.pathname).toBe('/analytics');
  expect(asked.filters).toMatchObject(filters);
  expect(opened.searchParams.size).toBe(Object.keys(filters).length);
});

const limit = { ...alert, kind: 'limit', bound: null, per: null } as const;

test('a click limit that is near is mailed with its link, its clicks and what happens at the limit', () => {
  const last = { ...alert.last, nearLinkId: id, seen: 812, expected: 1000 };
  const named = { ...limit, linkTitle: 'summer', linkName: 'go.example/abc', last };

  expect(alarmMail({ alert: named, isEnd: false, reader }, origins)).toMatchObject({
    subject: 'Alert: summer has 812 of its 1,000 clicks',
    paragraphs: [
      'summer has 812 of its 1,000 clicks.',
      'With the last one the link expires. You get no second mail about it unless you change the limit.',
    ],
    action: { label: 'View the link', url: `https://app.example/links/${id}` },
  });
});

test('the limit of links is mailed when it is near, and when it no longer is', () => {
  const last = { ...alert.last, seen: 90_120, expected: 100_000 };
  const mailed = (isEnd: boolean) =>
    alarmMail({ alert: { ...limit, last }, isEnd, reader }, origins);

  expect(mailed(false)).toMatchObject({
    subject: 'Alert: Your account has 90,120 of its 100,000 links',
    paragraphs: [
      'Your account has 90,120 of its 100,000 links.',
      'An account with all its links cannot add another. You get no second mail about it before it has fewer than 90% again.',
    ],
    action: { label: 'View links', url: 'https://app.example/links' },
  });
  expect(mailed(true)).toMatchObject({
    subject: 'Your account is no longer near its limit of links',
    paragraphs: ['Your account has fewer than 90% of its 100,000 links again.'],
  });
});
