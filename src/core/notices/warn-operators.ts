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
      subject: 'The disk of Waypost is nearly full',
      greeting: greetingWithoutName,
      paragraphs: [
        `The disk that holds DATA_DIR of ${appUrl} has ${disk.freeMb()} MB left.`,
        'Links redirect and visits are recorded, at the end in the reserve that is kept for them.',
        'Exports, uploads, merges and erasures wait until there is more room.',
      ],
      action: null,
      closing: 'Make room on the disk. Everything goes on by itself then.',
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
