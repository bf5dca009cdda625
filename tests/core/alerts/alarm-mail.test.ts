import { expect, test } from 'bun:test';
import type { UntoldAlarm } from '#core/alerts/ports';
import { alarmMail } from '#core/alerts/tell-owner';
import { readReportQuestion } from '#core/analytics/report/report-question';

const at = new Date('2026-11-27T10:00:00Z');
const alert: UntoldAlarm['alert'] = {
  id: 'alert',
  userId: 'owner',
  linkId: null,
  tagId: null,
  campaign: null,
  measure: 'clicks',
  kind: 'above',
  bound: 5,
  per: 'day',
  timeZone: 'UTC',
  isMailed: true,
  isEnabled: true,
  linkTitle: null,
  linkName: null,
  tagName: null,
  createdAt: at,
  trouble: null,
  last: {
    id: 'alarm',
    beganAt: at,
    until: at,
    seen: 6,
    expected: null,
    raisedAt: at,
    endedAt: null,
  },
};
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
      reader: { email: 'a@shop.example', firstName: 'Ada', verified: true, isMailed: true },
    },
    { appUrl: 'https://app.example', shortUrl: 'https://go.example' },
  );

  const opened = new URL(action?.url ?? '');
  const asked = readReportQuestion((name) => opened.searchParams.getAll(name), at.getTime());

  expect(opened.pathname).toBe('/analytics');
  expect(asked.filters).toMatchObject(filters);
  expect(opened.searchParams.size).toBe(Object.keys(filters).length);
});
