import type { User } from '#core/accounts/user';
import type { NewId } from '#core/shared/ids';
import { type Mail, write } from '#core/shared/mail';
import { dayMs, hourMs, type Clock } from '#core/shared/time';
import { type AlertedLink, conversionAlertMail } from './notice-mails.ts';
import type { Amount } from './notice.ts';

/** Conversions of one notice that no mail has told of. */
export type AlertedNotice = {
  readonly noticeId: string;
  readonly count: number;
  /** How many the notice tells of, those that were mailed before included. */
  readonly toldCount: number;
  /** What those are worth. */
  readonly amounts: readonly Amount[];
  readonly linkName: string;
};

/** An account with conversions that no mail has told of. */
export type DueAlert = Pick<User, 'id' | 'email' | 'firstName'> & {
  /** Whether the account wants mails, and its address is proven. */
  readonly isMailed: boolean;
  readonly notices: readonly AlertedNotice[];
};

export type AlertConversionsPorts = {
  readonly alerts: {
    /** Accounts that were not mailed of conversions after `mailedBefore` and have some to be told. */
    due(mailedBefore: Date, limit: number): Promise<readonly DueAlert[]>;
    /**
     * Counts the notices' conversions as mailed and queues the mail, if any, all or nothing. Does
     * nothing when the account was mailed after `mailedBefore`.
     */
    settle(
      alert: DueAlert,
      at: { readonly now: Date; readonly mailedBefore: Date },
      mail: Mail | null,
    ): Promise<void>;
  };
  /** Where the application is reached, and where short links live. */
  readonly appUrl: string;
  readonly shortUrl: string;
  readonly newId: NewId;
  readonly clock: Clock;
};

const accountsAtOnce = 50;

/**
 * Mails people of the conversions that they were told of: at most one mail an hour to an account,
 * with all that has come in since. Nobody is mailed at an address that is not proven.
 */
export function alertConversions(ports: AlertConversionsPorts) {
  const { alerts, clock } = ports;

  return async (): Promise<void> => {
    const nowMs = clock.now();
    const at = { now: new Date(nowMs), mailedBefore: new Date(nowMs - hourMs) };
    for (const alert of await alerts.due(at.mailedBefore, accountsAtOnce)) {
      await alerts.settle(alert, at, alert.isMailed ? mailOf(ports, alert, nowMs) : null);
    }
  };
}

function mailOf(
  { appUrl, shortUrl, newId }: AlertConversionsPorts,
  alert: DueAlert,
  nowMs: number,
) {
  const links = [...Map.groupBy(alert.notices, ({ linkName }) => linkName)].map(
    ([name, notices]) => ({ ...together(notices), shortUrl: `${shortUrl}/${name}` }),
  );
  return {
    ...write(conversionAlertMail({ ...alert, verified: alert.isMailed }, links, appUrl)),
    ...{ id: newId(nowMs), to: alert.email, createdAt: new Date(nowMs) },
    eventKey: `conversion alert ${alert.id} ${nowMs}`,
    givesUpAt: new Date(nowMs + dayMs),
  };
}

/** One link's conversions; what they are worth is said when it is known of all of them. */
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
