import type { Webhook } from '#contract/webhooks/webhooks';
import type { User } from '#core/accounts/user';
import { howToSwitchOff } from '#core/notices/notice-mails';
import type { NewNotices, NoticePorts } from '#core/notices/ports';
import { type MailContent, write } from '#core/shared/mail';
import { greetingOf } from '#core/shared/mail-name';
import { dayMs } from '#core/shared/time';
import type { WebhookPorts } from './ports.ts';

/** A webhook with a trouble of which its owner was not told. */
export type TroubledWebhook = {
  readonly id: string;
  readonly userId: string;
  readonly url: string;
  readonly trouble: 'failing' | 'disabled' | 'behind';
  /** Why it was switched off; null for other troubles. */
  readonly reason: Webhook['disabledReason'];
  readonly since: Date;
  readonly reader: Pick<User, 'email' | 'firstName' | 'verified'> & {
    /** Whether they want mails, and their address is proven. */
    readonly isMailed: boolean;
  };
};

type Telling = NewNotices &
  Pick<NoticePorts, 'appUrl' | 'newId'> & { readonly troubles: WebhookPorts['troubles'] };

/** A webhook is switched off after this time of nothing but failures, and at least `leastFailures`. */
const disabledAfterMs = 5 * dayMs;
const leastFailures = 10;
/** Its owner gets a mail after this time of nothing but failures. */
const toldAfterMs = dayMs;
/** Parts of clicks that may wait for one webhook. */
const mostWaitingParts = 10_000;
const webhooksAtOnce = 100;

/**
 * Switches webhooks off that have failed for days, and tells their owners: after a day of failures,
 * when a webhook is switched off, and when clicks are left out. Each trouble is told once, by a
 * notice and a mail.
 */
export async function tellOfTroubles(ports: Telling): Promise<void> {
  const { troubles, notices, clock } = ports;
  const nowMs = clock.now();
  const at = new Date(nowMs);
  await troubles.disableFailing({
    failingBefore: new Date(nowMs - disabledAfterMs),
    leastFailures,
    at,
  });
  await troubles.markBehind(mostWaitingParts, at);
  const found = await troubles.untold(new Date(nowMs - toldAfterMs), webhooksAtOnce);
  for (const webhook of found) {
    // A repeat after a kill has the same key.
    const eventKey = `webhook ${webhook.trouble} ${webhook.id} ${webhook.since.getTime()}`;
    const mail = {
      ...write(troubleMail(webhook, ports.appUrl)),
      id: ports.newId(nowMs),
      to: webhook.reader.email,
      createdAt: at,
      eventKey: `${eventKey} ${webhook.userId}`,
      givesUpAt: new Date(nowMs + dayMs),
    };
    await notices.add([
      {
        notice: {
          userId: webhook.userId,
          linkId: null,
          eventKey,
          kind: `webhook_${webhook.trouble}`,
          count: null,
          amounts: [],
          happenedAt: at,
        },
        mail: webhook.reader.isMailed ? mail : null,
      },
    ]);
    await troubles.told(webhook, at);
  }
}

/** Says what is wrong with a webhook, and what its owner can do. */
export function troubleMail(
  { url, trouble, reason, reader }: Pick<TroubledWebhook, 'url' | 'trouble' | 'reason' | 'reader'>,
  appUrl: string,
): MailContent {
  return {
    ...wordsOf(trouble, reason),
    greeting: greetingOf(reader),
    action: { label: 'View webhooks', url: `${appUrl}/settings/webhooks` },
    closing: howToSwitchOff(appUrl),
    paragraphs: [...wordsOf(trouble, reason).paragraphs, `Its address: ${url}`],
  };
}

function wordsOf(trouble: TroubledWebhook['trouble'], reason: TroubledWebhook['reason']) {
  switch (trouble) {
    case 'failing':
      return {
        subject: 'A webhook of yours fails',
        paragraphs: [
          'For a day, every attempt to send an event to one of your webhooks has failed. Waypost goes on trying. After five days it switches the webhook off.',
        ],
      };
    case 'disabled':
      return {
        subject: 'A webhook of yours was switched off',
        paragraphs: [
          reason === 'gone'
            ? 'Your server answered an event with the status 410 (gone), so Waypost switched the webhook off.'
            : 'For five days, every attempt to send an event to one of your webhooks has failed, so Waypost switched it off.',
          'Nothing is sent until you switch it on again. Events of the last 30 days can be sent then by the API.',
        ],
      };
    case 'behind':
      return {
        subject: 'A webhook of yours is behind',
        paragraphs: [
          'More clicks come than your server takes, so new ones are not sent to one of your webhooks until fewer wait. All clicks are stored: analytics, exports and SQL have them.',
        ],
      };
  }
}
