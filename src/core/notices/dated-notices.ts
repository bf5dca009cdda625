import { write } from '#core/shared/mail';
import { dayMs } from '#core/shared/time';
import { trialEndingMail } from './notice-mails.ts';
import type { NoticeWithMail } from './notice.ts';
import type { DatedSources, EndingTrial, NewNotices, NoticePorts } from './ports.ts';
import { lookBackMs } from './recent-queries.ts';

type Mailing = Pick<NoticePorts, 'appUrl' | 'newId'>;
type Ending = NewNotices & Mailing & { readonly dates: Pick<DatedSources, 'endingTrials'> };
type Expiring = NewNotices & { readonly dates: Pick<DatedSources, 'expiredLinks'> };

/** Days before the end of a trial at which its person gets a notice. */
export const trialWarningDays = [7, 1] as const;

const trialsAtOnce = 200;

/** Creates notices that a trial ends soon: one per warning, the nearest one that is due. */
export async function notifyOfEndingTrials(ports: Ending): Promise<void> {
  const { dates, notices, clock } = ports;
  const nowMs = clock.now();
  for (const [place, daysLeft] of trialWarningDays.entries()) {
    const nearer = trialWarningDays[place + 1] ?? 0;
    const ending = await dates.endingTrials({
      after: new Date(nowMs + nearer * dayMs),
      until: new Date(nowMs + daysLeft * dayMs),
      daysLeft,
      limit: trialsAtOnce,
    });
    if (ending.length > 0) {
      await notices.add(ending.map((user) => trialNotice(ports, user, { daysLeft, nowMs })));
    }
  }
}

function trialNotice(
  { appUrl, newId }: Mailing,
  user: EndingTrial,
  { daysLeft, nowMs }: { readonly daysLeft: number; readonly nowMs: number },
): NoticeWithMail {
  const endsAtMs = user.trialEndsAt.getTime();
  const eventKey = `trial ending ${daysLeft} ${endsAtMs}`;
  // Fewer than `daysLeft` when an operator has moved the end, or Waypost was down.
  const days = Math.ceil((endsAtMs - nowMs) / dayMs);
  const mail = () => ({
    ...write(trialEndingMail(user, days, appUrl)),
    id: newId(nowMs),
    eventKey: `${eventKey} ${user.id}`,
    to: user.email,
    createdAt: new Date(nowMs),
    givesUpAt: user.trialEndsAt,
  });
  return {
    notice: {
      userId: user.id,
      linkId: null,
      kind: 'trial_ending',
      count: days,
      amounts: [],
      eventKey,
      happenedAt: new Date(endsAtMs - days * dayMs),
    },
    mail: user.wantsMail ? mail() : null,
  };
}

const linksAtOnce = 500;

/** Creates notices of expired links, one per expiry. */
export async function notifyOfExpiredLinks({ dates, notices, clock }: Expiring): Promise<void> {
  const nowMs = clock.now();
  const expired = await dates.expiredLinks({
    after: new Date(nowMs - lookBackMs),
    until: new Date(nowMs),
    limit: linksAtOnce,
  });
  if (expired.length === 0) return;
  await notices.add(
    expired.map(({ linkId, userId, expiresAt }) => ({
      notice: {
        userId,
        linkId,
        kind: 'link_expired',
        count: null,
        amounts: [],
        eventKey: `link expired ${linkId} ${expiresAt.getTime()}`,
        happenedAt: expiresAt,
      },
      mail: null,
    })),
  );
}

const keptMs = 90 * dayMs;
const keptPerAccount = 200;
/**
 * Every job that creates notices looks back less far than this, so that no notice is created twice.
 */
const settledMs = 2 * lookBackMs;

/** Deletes notices that nobody needs any more. */
export async function forgetNotices({
  notices,
  clock,
}: Pick<NoticePorts, 'notices' | 'clock'>): Promise<void> {
  const nowMs = clock.now();
  await notices.forget({
    before: new Date(nowMs - keptMs),
    beyond: keptPerAccount,
    settledBefore: new Date(nowMs - settledMs),
  });
}
