import type { NewId } from '#core/shared/ids';
import { type Mail, write } from '#core/shared/mail';
import { greetingWithoutName } from '#core/shared/mail-name';
import { dayMs, utcDay, type Clock } from '#core/shared/time';

export type WarnOperatorsPorts = {
  /** Queues a mail; of mails with one event key only the first. */
  readonly mails: { add(mail: Mail): Promise<void> };
  readonly disk: { isLow(): boolean; freeMb(): number };
  /** The operators' mail address; null: they see the warning only in the log and at /readyz. */
  readonly supportEmail: string | null;
  readonly appUrl: string;
  readonly newId: NewId;
  readonly clock: Clock;
};

/** Mails the operators of this instance while the disk is nearly full, once per UTC day. */
export function warnOperators(ports: WarnOperatorsPorts): () => Promise<void> {
  const { mails, disk, supportEmail, appUrl, newId, clock } = ports;

  return async () => {
    if (supportEmail === null || !disk.isLow()) return;
    const nowMs = clock.now();
    const content = {
      subject: 'The disk of your Waypost is nearly full',
      greeting: greetingWithoutName,
      paragraphs: [
        `The disk with DATA_DIR of ${appUrl} has ${disk.freeMb()} MB of free space.`,
        'Links still redirect and clicks are still recorded. When the disk is full, clicks go to a reserve that Waypost keeps for them.',
        'Exports, uploads, merges and deletions wait until there is more free space.',
      ],
      action: null,
      closing: 'Free some space. Waypost then continues automatically.',
    };
    await mails.add({
      ...write(content),
      id: newId(nowMs),
      eventKey: `disk low ${utcDay(nowMs)}`,
      to: supportEmail,
      createdAt: new Date(nowMs),
      givesUpAt: new Date(nowMs + dayMs),
    });
  };
}
