import type { Mail } from '#core/shared/mail';
import { faultFields, type Log } from '#core/shared/log';
import { hourMs, minuteMs, secondMs, type Clock } from '#core/shared/time';

/** How long a mail belongs to the sender that took it; longer than every attempt lasts. */
export const attemptLeaseMs = 5 * minuteMs;
const firstPauseMs = 5 * secondMs;
const longestPauseMs = hourMs;
/** Time between two checks of a mail server that is away, unless a new mail arrives. */
const checkEveryMs = 15 * secondMs;

/** A mail that a sender has taken, and the number of its failed attempts. */
export type DueMail = { readonly mail: Mail; readonly failures: number };

/** The mails to send, shared by all instances. */
export type Outbox = {
  /**
   * Takes the mail that has been due longest and moves its next attempt to `leaseUntil`, so that
   * concurrent takers get different mails; null when none is due. Also settles expired mails, and
   * deletes mails that were settled long ago.
   */
  take(at: Date, leaseUntil: Date): Promise<DueMail | null>;
  /** Whether a mail waits that was queued after `since`. */
  cameSince(since: Date): Promise<boolean>;
  /** The mail was delivered to the server: its content is deleted, and it is never sent again. */
  settle(id: string, at: Date): Promise<void>;
  /** The attempt failed; the next is at `dueAt`. */
  postpone(id: string, dueAt: Date): Promise<void>;
  /** No mail server answered: the attempt is not counted, and the mail is due at `dueAt`. */
  release(id: string, dueAt: Date): Promise<void>;
};

/** Delivers mails to a mail server, or to its local replacement. */
export type Carrier = {
  /** Delivers one mail within a minute; throws when it was not accepted. */
  carry(mail: Mail): Promise<void>;
  /** Resolves within half a minute when mails can be delivered now; otherwise throws. */
  check(): Promise<void>;
};

export type SendMailsPorts = {
  readonly outbox: Outbox;
  readonly carrier: Carrier;
  readonly clock: Clock;
  readonly log: Log;
};

/**
 * Sends every due mail, one after the other, until none is due or `signal` aborts. A mail that a
 * working server rejects is retried after five seconds, then after twice the time each time, up to
 * an hour. While the server itself is away, no mail is tried and none is counted as rejected: the
 * server is checked every 15 seconds, and at once when a new mail arrives. All waiting mails are
 * sent when it is back.
 */
export function sendMails({ outbox, carrier, clock, log }: SendMailsPorts) {
  const server = watchServer({ outbox, carrier, clock, log });

  return async (signal: AbortSignal): Promise<void> => {
    if (!(await server.isThere())) return;
    while (!signal.aborted) {
      const nowMs = clock.now();
      const due = await outbox.take(new Date(nowMs), new Date(nowMs + attemptLeaseMs));
      if (due === null) return;

      const failure = await failureOf(carrier.carry(due.mail));
      if (failure === null) await outbox.settle(due.mail.id, new Date(clock.now()));
      else if (await server.answers()) await postpone(due, failure.error);
      else return outbox.release(due.mail.id, new Date(clock.now()));
    }
  };

  async function postpone({ mail, failures }: DueMail, error: unknown): Promise<void> {
    log.warn('a mail was not accepted and will be retried', {
      mail: mail.id,
      attempts: failures + 1,
      ...faultFields(error),
    });
    await outbox.postpone(mail.id, new Date(clock.now() + pauseMs(failures)));
  }
}

/** Remembers whether the mail server is away, and checks it again. */
function watchServer({ outbox, carrier, clock, log }: SendMailsPorts) {
  /** Time of the last failed check; null while the server answers. */
  let missedAtMs: number | null = null;

  const answers = async (): Promise<boolean> => {
    const askedAtMs = clock.now();
    const failure = await failureOf(carrier.check());
    if (failure !== null && missedAtMs === null) {
      log.warn('the mail server is away: mails wait', faultFields(failure.error));
    }
    if (failure === null && missedAtMs !== null) log.info('the mail server is back');
    missedAtMs = failure === null ? null : askedAtMs;
    return failure === null;
  };

  return {
    /** Checks the server now. */
    answers,
    /**
     * Checks a server that was away again when it is time. One that answered last time counts as
     * available.
     */
    async isThere(): Promise<boolean> {
      if (missedAtMs === null) return true;
      const isTime = clock.now() >= missedAtMs + checkEveryMs;
      if (!isTime && !(await outbox.cameSince(new Date(missedAtMs)))) return false;
      return answers();
    },
  };
}

function failureOf(work: Promise<void>): Promise<{ readonly error: unknown } | null> {
  return work.then(
    () => null,
    (error: unknown) => ({ error }),
  );
}

/** Milliseconds to wait after this many failures. */
function pauseMs(failures: number): number {
  return Math.min(firstPauseMs * 2 ** failures, longestPauseMs);
}
