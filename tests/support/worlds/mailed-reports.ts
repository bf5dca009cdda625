import { mailedReportRoutes } from '#adapters/http/analytics/mailed-reports';
import { frame } from '#adapters/http/frame/frame';
import { mounted } from '#adapters/http/frame/on';
import { smtpCarrier } from '#adapters/mail/smtp';
import { printReport } from '#adapters/pdf/print-report';
import { postgresMailedReports } from '#adapters/postgres/analytics/mailed-reports';
import { postgresSaved } from '#adapters/postgres/analytics/saved';
import { postgresOutbox } from '#adapters/postgres/notices/outbox';
import { qrPainter } from '#adapters/qr/painter';
import { sendMails } from '#core/notices/send-mails';
import { rateLimit } from '#core/shared/limits/rate-limit';
import { dayMs } from '#core/shared/time';
import { newUser } from '#tests/support/builders/people';
import { storedNumbers } from '#tests/support/builders/reports';
import { appUrl, memoryLog, type Answers } from '#tests/support/calls';
import { testStores } from '#tests/support/databases/stores';
import { smtpInbox } from '#tests/support/doubles/smtp-inbox';
import { peopleByCookie } from '#tests/support/people-by-cookie';
import { testSeal } from '#tests/support/seal';
import { signIn } from '#tests/support/worlds/links/link-app';
import { owner } from '#tests/support/worlds/links/link-world';

/** A Saturday, 12:00 in Berlin. */
export const beginMs = Date.parse('2026-11-21T11:00:00Z');
export const path = '/api/v1/mailed-reports';

/** A report each day at 13:00 in Berlin, an hour after the beginning. */
export const daily = (viewId: string, ...addresses: string[]) => ({
  viewId,
  every: 'day',
  hour: 13,
  timeZone: 'Europe/Berlin',
  isEnabled: true,
  addresses,
});

/** Mailed reports over the real stores and SMTP, with a clock that tests move. */
export async function mailedReportWorld() {
  const { store, sql, drop } = await testStores();
  const inbox = smtpInbox();
  const carrier = smtpCarrier(await inbox.open(), 'Waypost <post@go.example>');

  const clock = { ms: beginMs, now: () => clock.ms };
  const sent = { ms: Infinity };
  const banned = new Set<string>();
  const lists = { sql, newId: (atMs: number) => Bun.randomUUIDv7('hex', atMs), clock };
  const ports = {
    mailed: postgresMailedReports(lists, testSeal),
    analytics: storedNumbers({ sql, client: store.client }, clock.now),
    views: postgresSaved(lists).views,
    bans: { isBanned: (userId: string) => banned.has(userId) },
    sent: { everythingSentUntil: async () => sent.ms },
    failedAtMs: new Map<string, number>(),
    paint: qrPainter(),
    print: printReport,
    proofs: {
      sign: (text: string) => new Bun.CryptoHasher('sha256', 'secret').update(text).digest('hex'),
      isSigned(text: string, signature: string) {
        return this.sign(text) === signature;
      },
    },
    asking: rateLimit({ limit: 20, windowMs: dayMs }),
    appUrl,
    shortUrl: 'https://go.example',
    visitorsAre: 'cookieless' as const,
    newId: lists.newId,
    clock,
  };
  const { people, session } = peopleByCookie();
  const app: Answers = frame({ appUrl, log: memoryLog(), isOutage: () => false }).use(
    mounted({ session }, mailedReportRoutes(ports)),
  );
  const deliver = () =>
    sendMails({ outbox: postgresOutbox(sql, testSeal), carrier, clock, log: memoryLog() })(
      new AbortController().signal,
    );

  async function person() {
    const id = await newUser(sql);
    const email = `${id}@example.com`;
    const ask = signIn({ app, people }, owner({ id, email, verified: true }));
    const send = async (json: unknown, method = 'POST', address = path) => {
      const answer = await ask(address, { method, json });
      return { status: answer.status, body: answer.status === 204 ? null : await answer.json() };
    };
    const list = async () => (await (await ask(path)).json()).data;
    const view = async (query = '') =>
      (await postgresSaved(lists).views.add(id, { name: 'Spring', query })).id;
    const link = async (title: string) => {
      const linkId = Bun.randomUUIDv7();
      await sql`
        INSERT INTO links (id, user_id, original_url, short_code, title, created_at, updated_at)
        VALUES (${linkId}, ${id}, 'https://example.com/', ${`c${linkId.slice(-8)}`}, ${title}, now(),
          now())`;
      return linkId;
    };
    const mailsTo = async (address: string) => {
      await deliver();
      return inbox.received.filter(({ recipients }) => recipients.includes(address));
    };
    return { id, email, ask, send, list, view, link, mailsTo };
  }

  const stop = async () => {
    await inbox.close();
    await drop();
  };
  return { store, sql, clock, sent, banned, lists, ports, app, people, person, stop };
}
