import type { Amount } from './notice.ts';
import type { User } from '#core/accounts/user';
import { urlOfName } from '#core/links/link-domain';
import { type Mail, write } from '#core/shared/mail';
import { dayMs, hourMs } from '#core/shared/time';
import { type AlertedLink, conversionAlertMail } from './notice-mails.ts';
import type { NoticePorts } from './ports.ts';

/** The conversions of one notice that were not mailed yet. */
export type AlertedNotice = {
  readonly noticeId: string;
  readonly count: number;
  /** The notice's number of conversions, including those that were mailed before. */
  readonly toldCount: number;
  /** The sums of the conversions that were not mailed yet. */
  readonly amounts: readonly Amount[];
  /** For `urlOfName`. */
  readonly linkName: string;
};

/** An account with conversions that were not mailed yet. */
export type DueAlert = Pick<User, 'id' | 'email' | 'firstName'> & {
  /** Whether the account wants mails, and its address is proven. */
  readonly isMailed: boolean;
  readonly notices: readonly AlertedNotice[];
};

type Alerting = Pick<NoticePorts, 'alerts' | 'appUrl' | 'shortUrl' | 'newId' | 'clock'>;

const accountsAtOnce = 50;

/**
 * Mails people about the conversions in their notices: at most one mail per hour and account, with
 * all conversions since the last one. Sends nothing to an address that is not proven.
 */
export async function alertConversions(ports: Alerting): Promise<void> {
  const { alerts, clock } = ports;
  const nowMs = clock.now();
  const at = { now: new Date(nowMs), mailedBefore: new Date(nowMs - hourMs) };
  for (const alert of await alerts.due(at.mailedBefore, accountsAtOnce)) {
    await alerts.settle(alert, at, alert.isMailed ? mailOf(ports, alert, nowMs) : null);
  }
}

function mailOf({ appUrl, shortUrl, newId }: Alerting, alert: DueAlert, nowMs: number): Mail {
  const links = [...Map.groupBy(alert.notices, ({ linkName }) => linkName)].map(
    ([name, notices]) => ({ ...together(notices), shortUrl: urlOfName(shortUrl, name) }),
  );
  return {
    ...write(conversionAlertMail({ ...alert, verified: alert.isMailed }, links, appUrl)),
    id: newId(nowMs),
    to: alert.email,
    createdAt: new Date(nowMs),
    eventKey: `conversion alert ${alert.id} ${nowMs}`,
    givesUpAt: new Date(nowMs + dayMs),
  };
}

/** The conversions of one link. The sum is given only when it is known for all of them. */
function together(notices: readonly AlertedNotice[]): Omit<AlertedLink, 'shortUrl'> {
  const count = notices.reduce((sum, notice) => sum + notice.count, 0);
  if (notices.some((notice) => notice.count < notice.toldCount)) return { count, amounts: [] };

  const byCurrency = Map.groupBy(
    notices.flatMap(({ amounts }) => amounts),
    ({ currency }) => currency,
  );
  const amounts = [...byCurrency].map(([currency, parts]) => ({
    currency,
    cents: parts.reduce((sum, { cents }) => sum + cents, 0),
  }));
  return { count, amounts };
}
