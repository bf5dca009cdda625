import type { Mail } from '#core/shared/mail';
import { faultFields, type Log } from '#core/shared/log';
import { hourMs, minuteMs, secondMs, type Clock } from '#core/shared/time';

/** For so long nobody else tries a mail that somebody has taken; longer than any attempt lasts. */
export const attemptLeaseMs = 5 * minuteMs;
const firstPauseMs = 5 * secondMs;
const longestPauseMs = hourMs;

/** A mail that somebody has taken to send, and how often it was tried before. */
export type DueMail = { readonly mail: Mail; readonly failures: number };

/** What waits to be mailed, shared by all instances. */
export type Outbox = {
  /**
   * Takes the mail that has been due for longest and moves its next attempt to `leaseUntil`, so
   * that of takers at the same moment each gets another one; null when none is due. Settles those
   * that nobody wants to read any more, and forgets those long settled.
   */
  take(at: Date, leaseUntil: Date): Promise<DueMail | null>;
  /** The mail was handed over: its words go, and it is never sent again. */
  settle(id: string, at: Date): Promise<void>;
  /** The attempt failed; the next is at `dueAt`. */
  postpone(id: string, dueAt: Date): Promise<void>;
};

/** Hands a mail to whoever carries it, within a minute; throws when it was not taken. */
export type Carry = (mail: Mail) => Promise<void>;

export type SendMailsPorts = {
  readonly outbox: Outbox;
  readonly carry: Carry;
  readonly clock: Clock;
  readonly log: Log;
};

/**
 * Sends every mail that is due, one after the other, until none is or `signal` says stop. A mail
 * that is not taken waits, each time twice as long, from five seconds to an hour.
 */
export function sendMails({ outbox, carry, clock, log }: SendMailsPorts) {
  return async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      const nowMs = clock.now();
      const due = await outbox.take(new Date(nowMs), new Date(nowMs + attemptLeaseMs));
      if (due === null) return;

      const failure = await carry(due.mail).then(
        () => null,
        (error: unknown) => ({ error }),
      );
      const atMs = clock.now();
      if (failure === null) {
        await outbox.settle(due.mail.id, new Date(atMs));
        continue;
      }
      log.warn('a mail was not taken and is tried again', {
        mail: due.mail.id,
        attempts: due.failures + 1,
        ...faultFields(failure.error),
      });
      await outbox.postpone(due.mail.id, new Date(atMs + pauseMs(due.failures)));
    }
  };
}

/** Milliseconds to wait after one more failure. */
function pauseMs(failures: number): number {
  return Math.min(firstPauseMs * 2 ** failures, longestPauseMs);
}
