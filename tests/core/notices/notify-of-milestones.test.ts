import { expect, test } from 'bun:test';
import type { NewNotice } from '#core/notices/notice';
import { notifyOfEndingTrials, notifyOfExpiredLinks } from '#core/notices/dated-notices';
import { type PassedLink, notifyOfMilestones } from '#core/notices/notify-of-milestones';
import type { EndingTrial } from '#core/notices/ports';
import type { Mail } from '#core/shared/mail';
import { dayMs } from '#core/shared/time';

const nowMs = Date.UTC(2026, 10, 21, 12);
const clock = { now: () => nowMs };

function inbox() {
  const told: NewNotice[] = [];
  const mails: (Mail | null)[] = [];
  const notices = {
    async add(noticesWithMails: readonly { notice: NewNotice; mail: Mail | null }[]) {
      for (const { notice, mail } of noticesWithMails) {
        told.push(notice);
        mails.push(mail);
      }
    },
  };
  return { told, mails, notices };
}

test('each milestone that a link’s clicks passed is reported once', async () => {
  const { told, notices } = inbox();
  const link: PassedLink = { userId: 'ada', linkId: 'shop', clicksBefore: 0, clicks: 100 };
  const links = [link, { ...link, linkId: 'store', clicksBefore: 100, clicks: 999 }];
  const store = { rows: 1 };
  const notify = notifyOfMilestones({
    clicks: { rows: async () => store.rows, passed: async () => links },
    notices,
    clock,
  });

  await notify();
  store.rows += 1;
  await notify();

  expect(told.map(({ kind, count, eventKey }) => [kind, count, eventKey])).toEqual([
    ['first_click', 1, 'clicks 1 shop'],
    ['click_milestone', 100, 'clicks 100 shop'],
  ]);
});

test('a trial gets the nearest due reminder with the days that are left, and with a mail if email notifications are on', async () => {
  const { told, mails, notices } = inbox();
  const trialEndsAt = new Date(nowMs + 3 * dayMs);
  const ada: EndingTrial = {
    id: 'ada',
    email: 'ada@example.com',
    firstName: 'Ada',
    verified: true,
    trialEndsAt,
    wantsMail: true,
  };
  const soon = new Date(nowMs + dayMs / 2);
  const trials = [
    ada,
    { ...ada, id: 'bob', wantsMail: false },
    { ...ada, id: 'eve', trialEndsAt: soon },
  ];
  await notifyOfEndingTrials({
    dates: {
      endingTrials: async ({ after, until }) =>
        trials.filter((trial) => trial.trialEndsAt > after && trial.trialEndsAt <= until),
    },
    notices,
    clock,
    appUrl: 'https://app.example',
    newId: () => crypto.randomUUID(),
  });

  expect(told.map(({ userId, count }) => [userId, count])).toEqual([
    ['ada', 3],
    ['bob', 3],
    ['eve', 1],
  ]);
  expect(told[0]?.eventKey).toBe(`trial ending 7 ${trialEndsAt.getTime()}`);
  expect(mails[0]?.subject).toBe('Your Waypost trial ends in 3 days');
  expect(mails[0]?.givesUpAt).toEqual(trialEndsAt);
  expect(mails[1]).toBeNull();
});

test('an expiration is reported once per date, at most a week back', async () => {
  const { told, notices } = inbox();
  const expiresAt = new Date(nowMs - dayMs);
  const asked: Date[] = [];
  await notifyOfExpiredLinks({
    dates: {
      async expiredLinks({ after, until }) {
        asked.push(after, until);
        return [{ linkId: 'shop', userId: 'ada', expiresAt }];
      },
    },
    notices,
    clock,
  });

  expect(asked).toEqual([new Date(nowMs - 7 * dayMs), new Date(nowMs)]);
  expect(told[0]?.eventKey).toBe(`link expired shop ${expiresAt.getTime()}`);
  expect(told[0]?.happenedAt).toEqual(expiresAt);
});
