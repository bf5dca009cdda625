import { afterAll, beforeAll, expect, test } from 'bun:test';
import { smtpCarrier } from '#adapters/mail/smtp';
import { aesSeal } from '#adapters/mail/seal';
import { postgresOperatorMails } from '#adapters/postgres/notices/operator-mails';
import {
  postgresOutbox,
  queueMail,
  resealMails,
  type MailSeal,
} from '#adapters/postgres/notices/outbox';
import { forgetMails } from '#core/notices/forget-mails';
import { type Carrier, sendMails } from '#core/notices/send-mails';
import type { Mail } from '#core/shared/mail';
import { hourMs, minuteMs, secondMs } from '#core/shared/time';
import { memoryLog } from '#tests/support/calls';
import { someMail } from '#tests/support/builders/mails';
import { newUser } from '#tests/support/builders/people';
import { type TestDatabase, testDatabase } from '#tests/support/databases/postgres';
import { testSeal as seal } from '#tests/support/seal';
import { schema } from '#tests/support/databases/schema';
import { smtpInbox } from '#tests/support/doubles/smtp-inbox';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(schema);
});
afterAll(() => database.drop());

/** An empty outbox, and a clock that tests set. */
async function office(carrier: Carrier) {
  const { sql } = database;
  await sql`TRUNCATE outbox`;
  const userId = await newUser(sql);
  const time = { nowMs: Date.UTC(2026, 5, 1, 12) };
  const log = memoryLog();
  const ports = {
    outbox: postgresOutbox(sql, seal),
    carrier,
    clock: { now: () => time.nowMs },
    log,
  };
  const send = sendMails(ports);
  return {
    sql,
    userId,
    time,
    log,
    queue: (mail: Mail) => sql.begin((tx) => queueMail(tx, { mail, userId, seal })),
    send: () => send(new AbortController().signal),
  };
}

/** A carrier whose server is always up. */
const carrying = (carry: Carrier['carry']): Carrier => ({ carry, check: () => Promise.resolve() });

const gathered = () => {
  const mails: Mail[] = [];
  return { mails, carrier: carrying(async (mail) => void mails.push(mail)) };
};

/** Polls for mails every two seconds of the injected clock. */
async function sendFor(seconds: number, { send, time }: Awaited<ReturnType<typeof office>>) {
  for (let passed = 0; passed < seconds; passed += 2) {
    await send();
    time.nowMs += 2 * secondMs;
  }
}

/** An address where no mail server listens yet. */
async function closedServer(): Promise<{ url: string; port: number }> {
  const inbox = smtpInbox();
  const url = await inbox.open();
  await inbox.close();
  return { url, port: Number(new URL(url).port) };
}

test('[mail-outbox] after an SMTP outage of an hour all waiting mails arrive within a minute, once', async () => {
  const { url, port } = await closedServer();
  const post = await office(smtpCarrier(url, 'post@go.example'));
  const mails: Mail[] = [];
  for (let quarter = 0; quarter < 4; quarter += 1) {
    const mail = someMail({ createdAt: new Date(post.time.nowMs) });
    mails.push(mail);
    await post.queue(mail);
    await sendFor(15 * 60, post);
  }
  const back = smtpInbox();
  await back.open(port);

  await sendFor(60, post);
  await back.close();

  const arrived = back.received.map((received) => String(received.mail.messageId)).toSorted();
  expect(arrived).toEqual(mails.map(({ id }) => `<${id}@waypost>`).toSorted());
  expect(post.log.lines.filter((line) => line.includes('away'))).toHaveLength(1);
  expect(post.log.lines.join()).not.toContain(mails[0]?.to ?? '');
}, 60_000);

test('a new mail is sent immediately, even right after an outage', async () => {
  const { url, port } = await closedServer();
  const post = await office(smtpCarrier(url, 'post@go.example'));
  await post.queue(someMail());
  await sendFor(20 * 60, post);
  const back = smtpInbox();
  await back.open(port);
  const late = someMail({ createdAt: new Date(post.time.nowMs) });

  await post.queue(late);
  await sendFor(2, post);
  await back.close();

  expect(back.received).toHaveLength(2);
}, 60_000);

test('a server that greets with 421 is unavailable for all mails, and this counts as no attempt', async () => {
  const inbox = smtpInbox();
  const url = await inbox.open();
  inbox.state.mood = 'greets with 421';
  const post = await office(smtpCarrier(url, 'post@go.example'));
  for (let count = 0; count < 5; count += 1) await post.queue(someMail());

  await sendFor(2 * 60, post);
  const attempts = await post.sql`SELECT DISTINCT attempts FROM outbox`;
  inbox.state.mood = 'takes';
  await sendFor(60, post);
  await inbox.close();

  expect(attempts.map((row) => row['attempts'])).toEqual([0]);
  expect(inbox.received).toHaveLength(5);
}, 60_000);

test('an unavailable server is checked every 15 seconds without a mail', async () => {
  const calls = { carry: 0, check: 0 };
  const away = (kind: keyof typeof calls) => async (): Promise<never> => {
    calls[kind] += 1;
    throw new Error('Nobody there');
  };
  const post = await office({ carry: away('carry'), check: away('check') });
  for (let count = 0; count < 50; count += 1) await post.queue(someMail());

  await sendFor(10 * 60, post);

  expect(calls.carry).toBe(1);
  expect(calls.check).toBeWithin(30, 42);
});

test('[mail-outbox] an event is mailed once, also when it is sent repeatedly and from several places', async () => {
  const { mails, carrier } = gathered();
  const { queue, send, time } = await office(carrier);
  const mail = someMail();
  await Promise.all(Array.from({ length: 6 }, () => queue({ ...mail, id: Bun.randomUUIDv7() })));
  const others = Array.from({ length: 10 }, () => someMail());
  for (const other of others) await queue(other);

  await Promise.all(Array.from({ length: 4 }, () => send()));
  await queue({ ...mail, id: Bun.randomUUIDv7() });
  time.nowMs += hourMs;
  await send();

  const keys = mails.map(({ eventKey }) => eventKey).toSorted();
  expect(keys).toEqual([mail, ...others].map(({ eventKey }) => eventKey).toSorted());
});

test('a mail whose cause was undone is never sent', async () => {
  const { mails, carrier } = gathered();
  const { sql, userId, send } = await office(carrier);
  const undone = sql.begin(async (tx) => {
    await queueMail(tx, { mail: someMail(), userId, seal });
    throw new Error('undone');
  });
  await undone.catch(() => null);

  await send();

  expect(mails).toEqual([]);
});

test('a rejected mail waits longer each time, and delays no others', async () => {
  const tried: number[] = [];
  const { mails, carrier } = gathered();
  const bad = someMail({ givesUpAt: new Date(Date.UTC(2026, 5, 3)) });
  const refusesOne = carrying(async (mail) => {
    if (mail.id !== bad.id) return carrier.carry(mail);
    tried.push(time.nowMs);
    throw new Error('Not taken');
  });
  const { queue, send, time } = await office(refusesOne);
  await queue(bad);
  await queue(someMail());

  for (let minutes = 0; minutes < 600; minutes += 1) {
    await send();
    time.nowMs += minuteMs;
  }

  expect(mails).toHaveLength(1);
  const pauses = tried.slice(1).map((atMs, index) => atMs - (tried[index] ?? 0));
  expect(pauses).toEqual(pauses.toSorted((one, other) => one - other));
  expect(Math.max(...pauses)).toBe(hourMs);
});

test('the mail of a killed sender is sent by the next one', async () => {
  const { mails, carrier } = gathered();
  const { queue, send, sql, time } = await office(carrier);
  await queue(someMail());
  const now = new Date(time.nowMs);
  await postgresOutbox(sql, seal).take(now, new Date(time.nowMs + 5 * minuteMs));

  await send();
  expect(mails).toHaveLength(0);
  time.nowMs += 5 * minuteMs;
  await send();

  expect(mails).toHaveLength(1);
});

const sealKey = (byte: number) => ({
  id: new Uint8Array(4).fill(byte),
  key: new Uint8Array(32).fill(byte),
});

test('a mail encrypted with an unknown key waits for it, and delays no other', async () => {
  const { mails, carrier } = gathered();
  const { queue, sql, time, log } = await office(carrier);
  const [lost, fine] = [someMail({ to: 'lost@example.com' }), someMail()];
  const other = aesSeal([sealKey(1)]);
  await sql.begin((tx) => queueMail(tx, { mail: lost, userId: null, seal: other }));
  await queue(fine);
  const unopened: string[] = [];
  const sender = (known: MailSeal) => {
    const outbox = postgresOutbox(sql, known, (id) => unopened.push(id));
    return sendMails({ outbox, carrier, log, clock: { now: () => time.nowMs } });
  };

  for (let round = 0; round < 3; round += 1) await sender(seal)(new AbortController().signal);
  const before = [mails.map(({ id }) => id), [...unopened]];
  time.nowMs += hourMs;
  await sender(aesSeal([sealKey(2), sealKey(1)]))(new AbortController().signal);

  expect(before).toEqual([[fine.id], [lost.id]]);
  expect(mails.map(({ id, to }) => [id, to])).toEqual([
    [fine.id, fine.to],
    [lost.id, lost.to],
  ]);
});

test('waiting mails are encrypted again with the newest key, and then need no earlier one', async () => {
  const { mails, carrier } = gathered();
  const { sql, time, log } = await office(carrier);
  const waiting = Array.from({ length: 230 }, () => someMail());
  const [before, other] = [aesSeal([sealKey(1)]), aesSeal([sealKey(9)])];
  for (const [place, mail] of waiting.entries()) {
    const under = place % 2 === 0 ? before : other;
    await sql.begin((tx) => queueMail(tx, { mail, userId: null, seal: under }));
  }

  await resealMails(sql, aesSeal([sealKey(2), sealKey(1)]))();
  const outbox = postgresOutbox(sql, aesSeal([sealKey(2)]));
  await sendMails({ outbox, carrier, log, clock: { now: () => time.nowMs } })(
    new AbortController().signal,
  );

  const [row] = await sql<{ waiting: number }[]>`
    SELECT count(*)::int AS waiting FROM outbox WHERE settled_at IS NULL`;
  expect(mails).toHaveLength(115);
  expect(row?.waiting).toBe(115);
});

test('[complete-erasure] deleting an account deletes its mails', async () => {
  const { mails, carrier } = gathered();
  const { queue, send, sql, userId } = await office(carrier);
  await queue(someMail());

  await sql`DELETE FROM users WHERE id = ${userId}`;
  await send();

  expect(mails).toEqual([]);
});

test('[complete-erasure] the mail files of a deleted account are removed, and no others', async () => {
  const { sql, queue, userId } = await office(gathered().carrier);
  const [own, kept] = [someMail(), someMail()];
  await queue(own);
  const other = await newUser(sql);
  await sql.begin((tx) => queueMail(tx, { mail: kept, userId: other, seal }));
  const folder = new Set([own.id, kept.id]);
  const files = {
    ids: async () => [...folder],
    remove: async (id: string) => void folder.delete(id),
  };
  const forget = forgetMails({ files, outbox: postgresOutbox(sql, seal) });

  await forget(new AbortController().signal);
  expect(folder.size).toBe(2);
  await sql`DELETE FROM users WHERE id = ${userId}`;
  await forget(new AbortController().signal);

  expect([...folder]).toEqual([kept.id]);
});

test('a mail to operators about one event is sent once, whichever instance adds it', async () => {
  const { mails, carrier } = gathered();
  const { sql, send } = await office(carrier);
  const operators = postgresOperatorMails(sql, seal);

  await operators.add(someMail({ eventKey: 'disk low 2026-06-01' }));
  await operators.add(someMail({ eventKey: 'disk low 2026-06-01' }));
  await send();

  expect(mails).toHaveLength(1);
});
