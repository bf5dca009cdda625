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
      linkId: alert.last.nearLinkId ?? alert.linkId,
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
  const said = (isEnd ? endedSentence : raisedSentence)(alert, alert.last, shortUrl);
  const rule = ruleOf(alert, shortUrl);
  const isLimit = alert.kind === 'limit';
  const subject = isEnd ? `It is over: ${rule}` : `Alert: ${isLimit ? said.slice(0, -1) : rule}`;
  return {
    subject: isLimit && isEnd ? 'Your account is no longer near its limit of links' : subject,
    greeting: greetingOf(reader),
    paragraphs: [said, ...(isEnd ? [] : [whenAgain(alert)])],
    action: actionOf(alert, appUrl),
    closing: `You get this email because an alert of yours is on. Change your alerts: ${appUrl}/settings/alerts`,
  };
}

/** What happens at a limit, and when the next mail comes. */
function whenAgain({ kind, last }: UntoldAlarm['alert']): string {
  if (kind !== 'limit') return 'You get no second mail about it before it has ended.';
  return last.nearLinkId === null
    ? 'An account with all its links cannot add another. You get no second mail about it before it has fewer than 90% again.'
    : 'With the last one the link expires. You get no second mail about it unless you change the limit.';
}

function actionOf(alert: UntoldAlarm['alert'], appUrl: string): MailContent['action'] {
  if (alert.kind !== 'limit') {
    return { label: 'View analytics', url: `${appUrl}/analytics${queryOf(alert)}` };
  }
  const { nearLinkId } = alert.last;
  return nearLinkId === null
    ? { label: 'View links', url: `${appUrl}/links` }
    : { label: 'View the link', url: `${appUrl}/links/${nearLinkId}` };
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
