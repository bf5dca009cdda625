import type { Amount } from './notice.ts';
import type { NoticeWithMail } from './notice.ts';
import type { ConversionHours, NewNotices, NoticePorts } from './ports.ts';
import { usualPreferences } from './preferences.ts';
import { recentQueries } from './recent-queries.ts';

/** The conversions of one link that were first reported within one hour. */
export type HourOfConversions = {
  readonly userId: string;
  readonly linkId: string;
  /** The beginning of the hour, epoch milliseconds. */
  readonly hourMs: number;
  readonly count: number;
  readonly amounts: readonly Amount[];
  /** The time of its latest conversion. */
  readonly lastAtMs: number;
};

type Counted = NewNotices & {
  readonly conversions: ConversionHours;
  readonly preferences: Pick<NoticePorts['preferences'], 'of'>;
};

const beginning = { linkId: '00000000-0000-0000-0000-000000000000', hourMs: 0 };
const hoursAtOnce = 500;

/**
 * Creates notices of conversions, however they were recorded: one per link and hour. Its count
 * grows with each conversion, which makes it unread again. The count is read from the event store
 * each time, so that two polls do not count twice.
 */
export function notifyOfConversions(ports: Counted) {
  const { conversions, notices, clock } = ports;
  const queryRecent = recentQueries(clock);

  const notifySince = async (sinceMs: number): Promise<void> => {
    for (let after: typeof beginning | undefined = beginning; after !== undefined;) {
      const hours = await conversions.hours({ sinceMs, after, limit: hoursAtOnce });
      const wanted = await wantedOf(ports, hours);
      if (wanted.length > 0) await notices.add(wanted.map(noticeWithMail));
      after = hours.length === hoursAtOnce ? hours.at(-1) : undefined;
    }
  };
  return (): Promise<void> => queryRecent(conversions.rows, notifySince);
}

/** The preferences of the owners. */
async function wantedOf(
  { preferences }: Counted,
  hours: readonly HourOfConversions[],
): Promise<readonly HourOfConversions[]> {
  if (hours.length === 0) return [];
  const settled = await preferences.of([...new Set(hours.map(({ userId }) => userId))]);
  return hours.filter(({ userId, lastAtMs }) => {
    const { conversionAlerts, conversionsSince } = settled.get(userId) ?? usualPreferences;
    return conversionAlerts && lastAtMs >= conversionsSince.getTime();
  });
}

function noticeWithMail({ hourMs, lastAtMs, ...hour }: HourOfConversions): NoticeWithMail {
  return {
    notice: {
      ...hour,
      kind: 'conversions',
      eventKey: `conversions ${hour.linkId} ${hourMs}`,
      happenedAt: new Date(lastAtMs),
    },
    mail: null,
  };
}
