import { type MailContent, write } from '#core/shared/mail';
import { greetingOf } from '#core/shared/mail-name';
import { dayMs } from '#core/shared/time';
import type { AlertPorts, KnownAlert, UntoldAlarm } from './ports.ts';
import { endedSentence, raisedSentence, ruleOf } from './sentence.ts';

type Telling = Pick<AlertPorts, 'alerts' | 'notices' | 'clock' | 'newId' | 'appUrl' | 'shortUrl'>;

const alarmsAtOnce = 100;

/** Tells owners of alarms, and of their ends: each once, by a notice and a mail. */
export async function tellOfAlarms(ports: Telling): Promise<void> {
  const { alerts, notices, clock } = ports;
  const nowMs = clock.now();
  const at = new Date(nowMs);
  for (const alarm of await alerts.untold(alarmsAtOnce)) {
    const { alert, isEnd, reader } = alarm;
    const { id } = alert.last;
    const content = alarmMail(alarm, ports);
    // A repeat after a kill has the same key.
    const eventKey = `alert ${isEnd ? 'ended' : 'raised'} ${id}`;
    const mail = {
      ...write(content),
      id: ports.newId(nowMs),
      to: reader.email,
      createdAt: at,
      eventKey: `${eventKey} ${alert.userId}`,
      givesUpAt: new Date(nowMs + dayMs),
    };
    const notice = {
      userId: alert.userId,
      linkId: alert.linkId,
      eventKey,
      kind: isEnd ? ('alert_ended' as const) : ('alert_raised' as const),
      count: null,
      amounts: [],
      text: content.paragraphs[0],
      happenedAt: at,
    };
    // oxlint-disable-next-line no-await-in-loop
    await notices.add([{ notice, mail: reader.isMailed ? mail : null }]);
    // oxlint-disable-next-line no-await-in-loop
    await alerts.told({ id, isEnd }, at);
  }
}

/** What an alarm, or its end, says; the first paragraph is the notice's text. */
export function alarmMail(
  { alert, isEnd, reader }: UntoldAlarm,
  { appUrl, shortUrl }: Pick<Telling, 'appUrl' | 'shortUrl'>,
): MailContent {
  const rule = ruleOf(alert, shortUrl);
  const said = isEnd ? endedSentence : raisedSentence;
  return {
    subject: `${isEnd ? 'It is over' : 'Alert'}: ${rule}`,
    greeting: greetingOf(reader),
    paragraphs: [
      said(alert, alert.last, shortUrl),
      ...(isEnd ? [] : ['You get no second mail about it before it has ended.']),
    ],
    action: { label: 'View analytics', url: `${appUrl}/analytics${queryOf(alert)}` },
    closing: `You get this email because an alert of yours is on. Change your alerts: ${appUrl}/settings/alerts`,
  };
}

/** Narrows analytics to what the alert counts. */
function queryOf({
  linkId,
  tagId,
  campaign,
}: Pick<KnownAlert, 'linkId' | 'tagId' | 'campaign'>): string {
  if (linkId !== null) return `?${new URLSearchParams({ link: linkId })}`;
  if (tagId !== null) return `?${new URLSearchParams({ tag: tagId })}`;
  return campaign === null ? '' : `?${new URLSearchParams({ utm_campaign: campaign })}`;
}
