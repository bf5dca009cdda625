import type { Mail } from '#core/shared/mail';
import { faultFields, type Log } from '#core/shared/log';
import { hourMs, minuteMs, secondMs, type Clock } from '#core/shared/time';

/** For so long nobody else tries a mail that somebody has taken; longer than any attempt lasts. */
export const attemptLeaseMs = 5 * minuteMs;
const firstPauseMs = 5 * secondMs;
const longestPauseMs = hourMs;
/** How long a mail server that is away is left alone between two checks, unless a new mail came. */
const checkEveryMs = 15 * secondMs;

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
  /** Whether a mail waits that was queued after `since`. */
  cameSince(since: Date): Promise<boolean>;
  /** The mail was handed over: its words go, and it is never sent again. */
  settle(id: string, at: Date): Promise<void>;
  /** The attempt failed; the next is at `dueAt`. */
  postpone(id: string, dueAt: Date): Promise<void>;
  /** The attempt met no mail server: it is not counted, and the mail is due at `dueAt`. */
  release(id: string, dueAt: Date): Promise<void>;
};

/** Hands mails over to a mail server, or to what stands in for one. */
export type Carrier = {
  /** Hands one mail over, within a minute; throws when it was not taken. */
  carry(mail: Mail): Promise<void>;
  /** Resolves, within half a minute, when mails can be handed over now; otherwise throws. */
  check(): Promise<void>;
};

export type SendMailsPorts = {
  readonly outbox: Outbox;
  readonly carrier: Carrier;
  readonly clock: Clock;
  readonly log: Log;
};

/**
 * Sends every mail that is due, one after the other, until none is or `signal` says stop. A mail
 * that a working server refuses waits, each time twice as long, from five seconds to an hour. While
 * the server itself is away no mail is tried and none is counted as refused: the server is checked
 * every 15 seconds, and at once when a new mail came. All that wait are sent when it is back.
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
    log.warn('a mail was not taken and is tried again', {
      mail: mail.id,
      attempts: failures + 1,
      ...faultFields(error),
    });
    await outbox.postpone(mail.id, new Date(clock.now() + pauseMs(failures)));
  }
}

/** Remembers whether the mail server is away, and asks it again. */
function watchServer({ outbox, carrier, clock, log }: SendMailsPorts) {
  /** When the server was last asked in vain; null while it is there. */
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
    /** Asks the server now. */
    answers,
    /** Asks a server that was away again when it is time; one that was there counts as there. */
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

/** Milliseconds to wait after one more failure. */
function pauseMs(failures: number): number {
  return Math.min(firstPauseMs * 2 ** failures, longestPauseMs);
}
