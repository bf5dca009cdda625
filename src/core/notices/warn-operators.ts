import type { NewId } from '#core/shared/ids';
import type { Log } from '#core/shared/log';
import { type Mail, write } from '#core/shared/mail';
import { greetingWithoutName } from '#core/shared/mail-name';
import { dayMs, utcDay, type Clock } from '#core/shared/time';

export type OperatorMails = {
  /** Queues a mail; of mails with one event key only the first. */
  add(mail: Mail): Promise<void>;
};

type Telling = {
  readonly mails: OperatorMails;
  /** The operators' mail address; null: they see the warning only in the log and at /readyz. */
  readonly supportEmail: string | null;
  readonly newId: NewId;
  readonly clock: Clock;
};

/** What operators have to know. */
export type OperatorWarning = {
  /** Identifies the outage; each one is mailed once. */
  readonly eventKey: string;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly closing: string;
};

/** Mails a warning to the operators of this instance, unless it was mailed already. */
export type TellOperators = (warning: OperatorWarning) => Promise<void>;

export function tellOperators(ports: Telling): TellOperators {
  const { mails, supportEmail, newId, clock } = ports;

  return async ({ eventKey, ...words }) => {
    if (supportEmail === null) return;
    const nowMs = clock.now();
    await mails.add({
      ...write({ ...words, greeting: greetingWithoutName, action: null }),
      id: newId(nowMs),
      eventKey,
      to: supportEmail,
      createdAt: new Date(nowMs),
      givesUpAt: new Date(nowMs + dayMs),
    });
  };
}

type LowDisk = {
  readonly tell: TellOperators;
  readonly disk: { isLow(): boolean; freeMb(): number };
  readonly appUrl: string;
  readonly clock: Clock;
};

/** Warns operators while the disk is nearly full, once per UTC day. */
export async function warnOfLowDisk({ tell, disk, appUrl, clock }: LowDisk): Promise<void> {
  if (!disk.isLow()) return;
  await tell({
    eventKey: `disk low ${utcDay(clock.now())}`,
    subject: 'The disk of your Waypost is nearly full',
    paragraphs: [
      `The disk with DATA_DIR of ${appUrl} has ${disk.freeMb()} MB of free space.`,
      'Links still redirect and clicks are still recorded. When the disk is full, clicks go to a reserve that Waypost keeps for them.',
      'Exports, uploads, merges and deletions wait until there is more free space.',
    ],
    closing: 'Free some space. Waypost then continues automatically.',
  });
}

type FailingBackups = {
  readonly appUrl: string;
  /** Where backups should be, without credentials. */
  readonly place: string;
  readonly lastBackupAt: Date | null;
  /** What the failed backup printed. */
  readonly said: string;
};

/**
 * The warning that scheduled backups fail. One outage lasts until a backup at this place succeeds.
 */
export function failingBackups(outage: FailingBackups): OperatorWarning {
  const { appUrl, place, lastBackupAt, said } = outage;
  const since = lastBackupAt?.toISOString() ?? 'never';
  return {
    eventKey: `backups at ${place} fail since ${since}`,
    subject: 'Backups of your Waypost fail',
    paragraphs: [
      `The scheduled backup of ${appUrl} to ${place} has failed. Last backup there: ${since}.`,
      `It said: ${said}`,
    ],
    closing:
      'Waypost tries again every ten minutes, and does not mail again until a backup has succeeded.',
  };
}

type DoubtfulClock = { readonly since: Date; readonly days: number };

type Watching = {
  /** Records that this installation runs now. Returns null when its clock is plausible. */
  readonly note: () => Promise<DoubtfulClock | null>;
  /** Shows at `/readyz` what is wrong with the clock; null: nothing. */
  readonly report: (trouble: string | null) => void;
  readonly tell: TellOperators;
  readonly appUrl: string;
  readonly log: Log;
};

/**
 * Records that this installation runs. While its clock is far ahead of the last recorded run,
 * `/readyz` is degraded. The log and a mail say so once.
 */
export function warnOfDoubtfulClock({ note, report, tell, appUrl, log }: Watching) {
  let isDoubted = false;

  return async (): Promise<void> => {
    const doubt = await note();
    if (doubt === null) {
      isDoubted = false;
      return report(null);
    }
    const { since, days } = doubt;
    report(
      `The clock is ${days} days past the last run: nothing is deleted by age until it is set right, or bun run admin confirm-clock says that it is right`,
    );
    if (isDoubted) return;
    isDoubted = true;
    log.error(
      'the clock is far past the last run: nothing is deleted by age until it is set right, or `bun run admin confirm-clock` says that it is right',
      { days, lastRunAt: since.toISOString() },
    );
    await tell(doubtfulClock(doubt, appUrl));
  };
}

/** The warning that the clock is far ahead of the last run. Either clock may be the wrong one. */
function doubtfulClock({ since, days }: DoubtfulClock, appUrl: string): OperatorWarning {
  return {
    eventKey: `clock far past ${since.toISOString()}`,
    subject: 'The clock of your Waypost may be wrong',
    paragraphs: [
      `The clock of ${appUrl} is ${days} days past the time at which it last ran, ${since.toISOString()}.`,
      'So nothing is deleted by age: clicks of old months stay, and so do sessions and the audit log.',
      'If the clock is wrong, set it right. If it is right (Waypost was off for long, or was restored from an old backup), run: bun run admin confirm-clock',
    ],
    closing: 'Links redirect and clicks are recorded meanwhile, with the time of this clock.',
  };
}
