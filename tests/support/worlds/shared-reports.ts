import { createHmac } from 'node:crypto';
import { clickhouseSplitEvents } from '#adapters/clickhouse/analytics/split-tests';
import { frame } from '#adapters/http/frame/frame';
import { mounted } from '#adapters/http/frame/on';
import { publicAnswers } from '#adapters/http/shared-reports/public-answers';
import { publicReportRoutes } from '#adapters/http/shared-reports/public-reports';
import { sharedReportRoutes } from '#adapters/http/shared-reports/shared-reports';
import { argon2idPasswords } from '#adapters/passwords/argon2id';
import { postgresOwnDomains } from '#adapters/postgres/domains/own-domains';
import { userOf } from '#adapters/http/sign-in/signed-in';
import { postgresSharedReports } from '#adapters/postgres/shared-reports';
import { postgresSplitTests } from '#adapters/postgres/split-tests/split-tests';
import { sharedPassword } from '#core/accounts/passwords/shared-password';
import { viewCounter } from '#core/shared-reports/views';
import { dayMs } from '#core/shared/time';
import { newUser } from '#tests/support/builders/people';
import { storedNumbers } from '#tests/support/builders/reports';
import { aStoredClick, aStoredConversion } from '#tests/support/builders/stored-events';
import { appUrl, call, memoryLog, type Answers } from '#tests/support/calls';
import { testStores } from '#tests/support/databases/stores';
import { peopleByCookie } from '#tests/support/people-by-cookie';
import { signIn } from '#tests/support/worlds/links/link-app';
import { owner } from '#tests/support/worlds/links/link-world';

const startMs = Date.parse('2026-11-21T10:20:00Z');
const shortOrigin = 'https://go.example';

export type Sharer = Awaited<ReturnType<Awaited<ReturnType<typeof sharedReportWorld>>['person']>>;

/** Shared reports on real stores, at a time that a test moves. */
export async function sharedReportWorld() {
  const { store, sql, drop } = await testStores();
  const time = { nowMs: startMs };
  const clock = { now: () => time.nowMs };
  const { people, session } = peopleByCookie();
  const sign = (text: string) => createHmac('sha256', 'secret').update(text).digest('hex');
  const passwords = argon2idPasswords({ memoryKib: 8, passes: 1 }, { parallel: 2, waiting: 8 });
  const reports = postgresSharedReports({ sql, newId: () => Bun.randomUUIDv7(), clock });
  const views = viewCounter(clock);
  const banned = new Set<string>();
  const logos = new Map<string, Uint8Array<ArrayBuffer>>();
  const numbers = storedNumbers({ sql, client: store.client }, clock.now);
  /** How often the event store was asked where all time begins. */
  const asked = { beginnings: 0 };
  const ports = {
    ...numbers,
    reports: {
      ...numbers.reports,
      firstEventMs(...of: Parameters<typeof numbers.reports.firstEventMs>) {
        asked.beginnings += 1;
        return numbers.reports.firstEventMs(...of);
      },
    },
    reportsShared: reports,
    domains: postgresOwnDomains(sql),
    passwords,
    checkPassword: sharedPassword({ clock, passwords }),
    bans: { isBanned: (userId: string) => banned.has(userId) },
    proofs: { sign, isSigned: (text: string, signature: string) => sign(text) === signature },
    logoOf: async (userId: string) => logos.get(userId) ?? null,
    randomBytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
  };
  const splitTests = {
    tests: postgresSplitTests(sql),
    events: clickhouseSplitEvents(store.client),
  };
  const site = {
    appUrl,
    answers: publicAnswers(clock),
    views,
    sidOf: (request: Request) => request.headers.get('x-sid'),
    personOf: (request: Request) => userOf(session, request),
    addressOf: (request: Request) => request.headers.get('x-address') ?? '203.0.113.7',
    shortOrigin,
    visitorsAre: 'cookieless' as const,
  };
  const app: Answers = frame({ appUrl, log: memoryLog(), isOutage: () => false }).use(
    mounted({ session }, [
      ...sharedReportRoutes(ports, { appUrl, shortOrigin }),
      ...publicReportRoutes(ports, splitTests, site),
    ]),
  );

  /**
   * A person with two links that sold something today and eight days ago: the first was clicked once,
   * the other twice.
   */
  async function person() {
    time.nowMs = startMs;
    const id = await newUser(sql);
    const [linkId, otherId] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];
    for (const link of [linkId, otherId]) {
      await sql`INSERT INTO links (id, user_id, original_url, short_code, title, created_at,
          updated_at)
        VALUES (${link}, ${id}, 'https://secret.example/', ${`c${link.slice(-8)}`}, ${`T ${link}`},
          now(), now())`;
      const facts = { userId: id, linkId: link, atMs: time.nowMs - 1000 };
      const clicks = Array.from({ length: link === linkId ? 1 : 2 }, () => aStoredClick(facts));
      const before = { ...facts, atMs: time.nowMs - 8 * dayMs };
      const conversions = [aStoredConversion(facts), aStoredConversion(before)];
      await store.store({ clicks, conversions });
    }
    const ask = signIn({ app, people }, owner({ id }));
    const page = `/api/v1/links/${linkId}/public-page`;
    const share = async (json: object = {}) => (await ask(page, { method: 'PUT', json })).json();
    /** Shares a report of the whole account, or of what is given, and answers it with its token. */
    const shareReport = async (json: object = {}) => {
      const wished = { name: 'Autumn', query: 'range=7d', ...json };
      const shared = await (await ask('/api/v1/shared-reports', { json: wished })).json();
      return { ...shared, token: shared.url.slice(-22) };
    };
    return { id, linkId, otherId, ask, page, share, shareReport };
  }

  const read = (
    token: string,
    query = '',
    { cookie, headers }: { cookie?: string | undefined; headers?: Record<string, string> } = {},
  ) =>
    call(app, `/api/public/${token}?${query}`, {
      ...(cookie !== undefined && { cookie }),
      ...(headers && { headers }),
    });
  const unlock = (token: string, password: string, address = '203.0.113.7') =>
    call(app, `/api/public/${token}/unlock`, {
      json: { password },
      headers: { 'x-address': address },
    });

  const world = { app, sql, store, drop, time, asked, banned, logos, reports, views };
  return { ...world, person, read, unlock };
}
