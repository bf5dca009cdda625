import type { User } from '#core/accounts/user';
import type { NewId } from '#core/shared/ids';
import { write } from '#core/shared/mail';
import { dayMs, type Clock } from '#core/shared/time';
import { trialEndingMail } from './notice-mails.ts';
import type { NoticeWithMail, NoticeStore } from './notice.ts';

/** Days before the end of a trial at which its person gets a notice. */
export const trialWarningDays = [7, 1] as const;

/** An account on trial. `trialEndsAt` has millisecond precision. */
export type EndingTrial = Pick<User, 'id' | 'email' | 'firstName' | 'verified' | 'trialEndsAt'> & {
  readonly wantsMail: boolean;
};

export type NotifyOfEndingTrialsPorts = {
  readonly trials: {
    /**
     * Accounts whose trial ends within the range and that have no notice yet for `daysLeft` days
     * before that end.
     */
    untoldEnding(range: {
      readonly after: Date;
      readonly until: Date;
      readonly daysLeft: number;
      readonly limit: number;
    }): Promise<readonly EndingTrial[]>;
  };
  readonly notices: NoticeStore;
  /** The application's public address, from the configuration. */
  readonly appUrl: string;
  readonly newId: NewId;
  readonly clock: Clock;
};

const atOnce = 200;

/** Creates notices that a trial ends soon: one per warning, the nearest one that is due. */
export function notifyOfEndingTrials(ports: NotifyOfEndingTrialsPorts) {
  const { trials, notices, clock } = ports;

  return async (): Promise<void> => {
    const nowMs = clock.now();
    for (const [place, daysLeft] of trialWarningDays.entries()) {
      const nearer = trialWarningDays[place + 1] ?? 0;
      const ending = await trials.untoldEnding({
        after: new Date(nowMs + nearer * dayMs),
        until: new Date(nowMs + daysLeft * dayMs),
        daysLeft,
        limit: atOnce,
      });
      if (ending.length > 0)
        await notices.add(ending.map((user) => noticeWithMail(user, daysLeft)));
    }

    function noticeWithMail(user: EndingTrial, daysLeft: number): NoticeWithMail {
      const endsAtMs = user.trialEndsAt.getTime();
      const eventKey = `trial ending ${daysLeft} ${endsAtMs}`;
      // Fewer than `daysLeft` when an operator has moved the end, or Waypost was down.
      const days = Math.ceil((endsAtMs - nowMs) / dayMs);
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
        mail: user.wantsMail ? mailTo(user, { days, eventKey: `${eventKey} ${user.id}` }) : null,
      };
    }

    function mailTo(user: EndingTrial, about: { days: number; eventKey: string }) {
      return {
        ...write(trialEndingMail(user, about.days, ports.appUrl)),
        id: ports.newId(nowMs),
        eventKey: about.eventKey,
        to: user.email,
        createdAt: new Date(nowMs),
        givesUpAt: user.trialEndsAt,
      };
    }
  };
}
