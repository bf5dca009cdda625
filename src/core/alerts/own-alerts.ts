import { type Alert, type AlertChanges, hasBound, type NewAlert } from '#contract/analytics/alerts';
import { isTimeZone } from '#core/analytics/periods';
import { ownLink } from '#core/links/own-link';
import { invalid, notFound } from '#core/shared/refusal';
import type { AlertPorts, KnownAlert } from './ports.ts';
import { endedSentence, raisedSentence, ruleOf } from './sentence.ts';

type Owning = Pick<AlertPorts, 'alerts' | 'shortUrl'>;

/** The account's alerts, the oldest first. */
export async function ownAlerts(ports: Owning, userId: string): Promise<readonly Alert[]> {
  const known = await ports.alerts.known(userId);
  return known.map((alert) => shownAlert(alert, ports.shortUrl));
}

/**
 * Adds an alert, with the id that an idempotent call has chosen: an alert that has it already is returned.
 * Refuses `not_found` for a link or a tag that is not the account's.
 */
export async function addAlert(
  ports: Owning & Pick<AlertPorts, 'analytics' | 'tags'>,
  userId: string,
  { chosenId, ...alert }: NewAlert & { readonly chosenId: string | null },
): Promise<Alert> {
  refuseZone(alert);
  if (alert.linkId !== null) await ownLink(ports.analytics.links, userId, alert.linkId);
  if (alert.tagId !== null) {
    const tags = await ports.tags.of(userId);
    if (tags.every(({ id }) => id !== alert.tagId)) throw notFound();
  }
  const { id } = await ports.alerts.add(userId, alert, chosenId);
  return oneOf(ports, userId, id);
}

/** Changes an alert. Refuses `not_found`, and `invalid` for a bound of an alert that has none. */
export async function changeAlert(
  ports: Owning,
  userId: string,
  { id, ...change }: AlertChanges & { readonly id: string },
): Promise<Alert> {
  const { kind } = await oneOf(ports, userId, id);
  refuseZone(change);
  for (const path of ['bound', 'per'] as const) {
    const value = change[path];
    const isWrong = value !== undefined && hasBound(kind) === (value === null);
    const message = hasBound(kind) ? 'This alert needs one' : 'This alert has none';
    if (isWrong) throw invalid({ path, message });
  }
  await ports.alerts.change({ userId, id }, change);
  return oneOf(ports, userId, id);
}

async function oneOf(ports: Owning, userId: string, id: string): Promise<Alert> {
  const alert = (await ownAlerts(ports, userId)).find((each) => each.id === id);
  if (alert === undefined) throw notFound();
  return alert;
}

function refuseZone({ timeZone }: Pick<AlertChanges, 'timeZone'>): void {
  if (timeZone === undefined || isTimeZone(timeZone)) return;
  throw invalid({ path: 'timeZone', message: 'Enter an IANA time zone, such as UTC' });
}

/** An alarm as its events say it. Null: the alert was never raised. */
export function shownAlarm(
  { last, id: alertId, measure, kind, bound, per, timeZone, ...alert }: KnownAlert,
  { isEnd, shortUrl }: { readonly isEnd: boolean; readonly shortUrl: string },
) {
  if (last === null) return null;
  const fields = { measure, kind, bound, per, timeZone };
  const said = isEnd ? endedSentence : raisedSentence;
  const { beganAt: since, endedAt, ...alarm } = last;
  return {
    ...alarm,
    ...fields,
    ...{ alertId, since, endedAt: isEnd ? endedAt : null },
    sentence: said({ ...alert, ...fields, id: alertId, last }, last, shortUrl),
  };
}

function shownAlert(alert: KnownAlert, shortUrl: string): Alert {
  const { last } = alert;
  return {
    ...alert,
    sentence: ruleOf(alert, shortUrl),
    last: last && {
      sentence: raisedSentence(alert, last, shortUrl),
      raisedAt: last.raisedAt,
      endedAt: last.endedAt,
    },
  };
}
