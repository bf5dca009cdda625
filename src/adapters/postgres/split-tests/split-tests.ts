import type postgres from 'postgres';
import { dayOf, dayText } from '#core/split-tests/counts';
import type { Judgement } from '#core/split-tests/judge';
import type {
  JudgedTest,
  ListedTest,
  SplitDestination,
  SplitTest,
  SplitTests,
  TestReader,
} from '#core/split-tests/ports';
import { isBackward, pageOfRows } from '#core/shared/page';
import { shownName } from '#adapters/postgres/links/shown-name';
import { splitTestChanges } from './changes.ts';

/** Split tests in Postgres. Triggers on `links` begin and end them. */
export function postgresSplitTests(sql: postgres.Sql): SplitTests {
  const found = async (condition: Fragment, most: number): Promise<readonly SplitTest[]> => {
    const rows = await sql<Row[]>`
      SELECT ${columns(sql)} FROM split_tests AS test WHERE ${condition}
      ORDER BY test.ended_at IS NOT NULL, test.version DESC, test.id LIMIT ${most}`;
    return rows.map(testFromRow);
  };

  return {
    async find(userId, testId) {
      const [test] = await found(sql`test.user_id = ${userId} AND test.id = ${testId}`, 1);
      return test ?? null;
    },

    async evidence(testId) {
      const rows = await sql<{ judgement: Judgement }[]>`
        SELECT judgement FROM split_judgements WHERE test_id = ${testId} ORDER BY day`;
      return rows.map(({ judgement }) => judgement);
    },

    async reader({ userId, linkId }) {
      const [reader] = await sql<TestReader[]>`
        SELECT email, first_name AS "firstName", users.verified, ${shownName(sql)} AS "linkName",
          users.verified AND coalesce(settings.email_notifications, true) AS "isMailed"
        FROM users JOIN links ON links.user_id = users.id AND links.id = ${linkId}
        LEFT JOIN settings ON settings.user_id = users.id
        WHERE users.id = ${userId}`;
      return reader ?? null;
    },

    unjudged: (day, endedSince, most) =>
      found(
        sql`(test.ended_at IS NULL OR test.ended_at >= ${dayText(endedSince)}::date)
          AND NOT EXISTS (SELECT 1 FROM split_judgements
            WHERE test_id = test.id AND day >= ${dayText(day)}::date)`,
        most,
      ),
    withoutShares: (day, most) =>
      found(
        sql`test.ended_at IS NULL AND test.mode = 'automatic' AND NOT EXISTS (
          SELECT 1 FROM split_shares WHERE test_id = test.id AND from_day >= ${dayText(day)}::date)`,
        most,
      ),
    overdue: (day, most) =>
      found(sql`test.ended_at IS NULL AND test.ends_on < ${dayText(day)}::date`, most),

    ...listedTests(sql),
    ...splitTestChanges(sql),
  };
}

/** Tests as lists show them. */
function listedTests(sql: postgres.Sql): Pick<SplitTests, 'ofLink' | 'ofAccount' | 'latest'> {
  return {
    async ofLink(userId, linkId, paging) {
      const of = sql`user_id = ${userId} AND link_id = ${linkId}`;
      const isUp = isBackward(paging);
      const at = paging.from?.position ?? null;
      const beyond = isUp ? sql`test.version > ${at}` : sql`test.version < ${at}`;
      const rows = await sql<Row[]>`
        SELECT ${columns(sql)} FROM split_tests AS test
        WHERE ${of} ${at === null ? sql`` : sql`AND ${beyond}`}
        ORDER BY test.version ${isUp ? sql`ASC` : sql`DESC`} LIMIT ${paging.limit + 1}`;
      const [counted] = await sql<[{ count: number }]>`
        SELECT count(*)::int AS count FROM split_tests WHERE ${of}`;
      const page = pageOfRows(rows.map(testFromRow), paging, ({ version }) => version);
      return { ...page, count: counted.count };
    },

    async ofAccount(userId, paging) {
      const isUp = isBackward(paging);
      const way = isUp ? sql`ASC` : sql`DESC`;
      const began = sql`date_trunc('milliseconds', began_at)`;
      const rows = await sql<ListedTest[]>`
        SELECT ${judgedColumns(sql)}, test.id, began_at AS "beganAt",
          ${shownName(sql)} AS "linkName", links.title AS "linkTitle"
        FROM split_tests AS test JOIN links ON links.id = link_id
        WHERE test.user_id = ${userId} ${beyond()}
        ORDER BY ended_at IS NULL ${way}, ${began} ${way}, test.id ${way}
        LIMIT ${paging.limit + 1}`;
      return pageOfRows(rows, paging, ({ endedAt, beganAt, id }) => ({
        isRunning: endedAt === null,
        atMs: beganAt.getTime(),
        id,
      }));

      function beyond(): Fragment {
        if (paging.from === null) return sql``;
        const { isRunning, atMs, id } = paging.from.position;
        const place = sql`(${isRunning}::boolean, ${new Date(atMs)}::timestamptz, ${id}::uuid)`;
        return sql`AND (ended_at IS NULL, ${began}, test.id) ${isUp ? sql`>` : sql`<`} ${place}`;
      }
    },

    latest: (userId, linkIds) => sql<JudgedTest[]>`
      SELECT DISTINCT ON (link_id) ${judgedColumns(sql)} FROM split_tests AS test
      WHERE test.user_id = ${userId} AND link_id = ANY(${[...linkIds]})
      ORDER BY link_id, ended_at IS NOT NULL, version DESC`,
  };
}

type Fragment = postgres.PendingQuery<postgres.Row[]>;

export type Row = Omit<
  SplitTest,
  'destinations' | 'shares' | 'endsOn' | 'capCents' | 'capFromDay'
> & {
  readonly endsOn: string | null;
  readonly capCents: string | null;
  readonly capFromDay: string | null;
  readonly destinations: readonly (Omit<SplitDestination, 'addresses'> & {
    readonly addresses: readonly { readonly url: string; readonly since: string }[];
  })[];
  readonly shares: readonly {
    readonly fromDay: string;
    readonly slots: readonly number[];
    readonly isAutomatic: boolean;
  }[];
};

/** The columns of a `Row`, from `split_tests AS test`. Destinations count from 0 in the product. */
export function columns(sql: postgres.ISql): Fragment {
  return sql`
    test.id, test.user_id AS "userId", test.link_id AS "linkId", test.version, test.goal,
    test.currency, test.window_days AS "window", test.mode, test.is_shuffled AS "isShuffled",
    test.is_sticky AS "isSticky", test.ends_on::text AS "endsOn", test.began_at AS "beganAt",
    test.ended_at AS "endedAt", test.sent_to - 1 AS "sentTo", test.former_url AS "formerUrl", test.cap_cents AS "capCents",
    test.cap_from_day::text AS "capFromDay", test.verdict, ${lastJudgement(sql)},
    (SELECT json_agg(json_build_object('id', destination.id, 'name', destination.name, 'addresses', (
        SELECT json_agg(json_build_object('url', url, 'since', since) ORDER BY since)
        FROM split_addresses WHERE destination_id = destination.id)) ORDER BY place)
      FROM split_destinations AS destination WHERE test_id = test.id) AS destinations,
    (SELECT json_agg(json_build_object('fromDay', from_day, 'slots', slots,
        'isAutomatic', is_automatic) ORDER BY from_day)
      FROM split_shares WHERE test_id = test.id) AS shares`;
}

/** The columns of a `JudgedTest`, from `split_tests AS test`. */
function judgedColumns(sql: postgres.ISql): Fragment {
  return sql`link_id AS "linkId", goal, mode, is_sticky AS "isSticky", verdict, ended_at AS "endedAt",
    ${lastJudgement(sql)},
    (SELECT count(*)::int FROM split_destinations WHERE test_id = test.id) AS destinations`;
}

function lastJudgement(sql: postgres.ISql): Fragment {
  return sql`(SELECT judgement FROM split_judgements WHERE test_id = test.id
    ORDER BY day DESC LIMIT 1) AS "lastJudgement"`;
}

export function testFromRow(row: Row): SplitTest {
  const { endsOn, capCents, capFromDay, destinations, shares, ...fields } = row;
  return {
    ...fields,
    endsOn: endsOn === null ? null : dayOf(endsOn),
    capCents: capCents === null ? null : Number(capCents),
    capFromDay: capFromDay === null ? null : dayOf(capFromDay),
    destinations: destinations.map(({ addresses, ...destination }) => ({
      ...destination,
      addresses: addresses.map(({ url, since }) => ({ url, since: new Date(since) })),
    })),
    shares: shares.map(({ fromDay, ...share }) => ({ ...share, fromDay: dayOf(fromDay) })),
  };
}
