import { afterAll, beforeAll, expect, test } from 'bun:test';
import { smtpCarrier } from '#adapters/mail/smtp';
import { postgresOutbox, queueMail } from '#adapters/postgres/outbox';
import { forgetMails } from '#core/notices/forget-mails';
import { type Carry, sendMails } from '#core/notices/send-mails';
import type { Mail } from '#core/shared/mail';
import { hourMs, minuteMs, secondMs } from '#core/shared/time';
import { memoryLog } from '#tests/support/calls';
import { someMail } from '#tests/support/mails';
import { newUser } from '#tests/support/people';
import { type TestDatabase, testDatabase } from '#tests/support/postgres';
import { testSeal as seal } from '#tests/support/reset-world';
import { schema } from '#tests/support/schema';
import { smtpInbox } from '#tests/support/smtp-inbox';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(schema);
});
afterAll(() => database.drop());

/** An empty outbox, and a clock that tests move. */
async function office(carry: Carry) {
  const { sql } = database;
  await sql`TRUNCATE outbox`;
  const userId = await newUser(sql);
  const time = { nowMs: Date.UTC(2026, 5, 1, 12) };
  const log = memoryLog();
  const ports = { outbox: postgresOutbox(sql, seal), carry, clock: { now: () => time.nowMs }, log };
  const send = sendMails(ports);
  return {
    ...{ sql, userId, time, log },
    queue: (mail: Mail) => sql.begin((tx) => queueMail(tx, { mail, userId, seal })),
    send: () => send(new AbortController().signal),
  };
}

const gathered = () => {
  const mails: Mail[] = [];
  return { mails, carry: async (mail: Mail) => void mails.push(mail) };
};

test('SMTP down for a minute: the mail arrives afterwards, once (REL-25)', async () => {
  const inbox = smtpInbox();
  const url = await inbox.open();
  await inbox.close();
  const { queue, send, time, log } = await office(smtpCarrier(url, 'post@go.example'));
  const mail = someMail();
  await queue(mail);

  for (let seconds = 0; seconds < 60; seconds += 2) {
    await send();
    time.nowMs += 2 * secondMs;
  }
  const failures = log.lines.length;
  const back = smtpInbox();
  await back.open(Number(new URL(url).port));
  for (let seconds = 0; seconds < 120; seconds += 2) {
    await send();
    time.nowMs += 2 * secondMs;
  }
  await back.close();

  expect(failures).toBeGreaterThanOrEqual(3);
  expect(failures).toBeLessThan(10);
  expect(back.received.map((received) => received.mail.subject)).toEqual([mail.subject]);
  expect(log.lines.join()).not.toContain(mail.to);
});

test('an event is told once, however often and from wherever it is sent (REL-25)', async () => {
  const { mails, carry } = gathered();
  const { queue, send, time } = await office(carry);
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

test('a mail whose cause is undone is never sent', async () => {
  const { mails, carry } = gathered();
  const { sql, userId, send } = await office(carry);
  const undone = sql.begin(async (tx) => {
    await queueMail(tx, { mail: someMail(), userId, seal });
    throw new Error('undone');
  });
  await undone.catch(() => null);

  await send();

  expect(mails).toEqual([]);
});

test('a mail that is not taken waits longer each time, and does not hold up others', async () => {
  const tried: number[] = [];
  const { mails, carry } = gathered();
  const bad = someMail({ givesUpAt: new Date(Date.UTC(2026, 5, 3)) });
  const { queue, send, time } = await office(async (mail) => {
    if (mail.id !== bad.id) return carry(mail);
    tried.push(time.nowMs);
    throw new Error('Not taken');
  });
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

test('a sender that is killed leaves the mail to the next one', async () => {
  const { mails, carry } = gathered();
  const { queue, send, sql, time } = await office(carry);
  await queue(someMail());
  const now = new Date(time.nowMs);
  await postgresOutbox(sql, seal).take(now, new Date(time.nowMs + 5 * minuteMs));

  await send();
  expect(mails).toHaveLength(0);
  time.nowMs += 5 * minuteMs;
  await send();

  expect(mails).toHaveLength(1);
});

test('an account that goes takes its mails along (PRIV-06)', async () => {
  const { mails, carry } = gathered();
  const { queue, send, sql, userId } = await office(carry);
  await queue(someMail());

  await sql`DELETE FROM users WHERE id = ${userId}`;
  await send();

  expect(mails).toEqual([]);
});

test('the files of somebody who is gone are removed, and nobody else’s (PRIV-06)', async () => {
  const { sql, queue, userId } = await office(() => Promise.resolve());
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
