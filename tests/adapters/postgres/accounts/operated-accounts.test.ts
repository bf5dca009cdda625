import { afterAll, expect, test } from 'bun:test';
import { postgresOperatedAccounts } from '#adapters/postgres/accounts/operated-accounts';
import { postgresOutbox, queueMail } from '#adapters/postgres/notices/outbox';
import { attemptLeaseMs } from '#core/notices/send-mails';
import { hourMs, minuteMs } from '#core/shared/time';
import { someMail } from '#tests/support/builders/mails';
import { newUser } from '#tests/support/builders/people';
import { testDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { testSeal } from '#tests/support/seal';

const database = await testDatabase(schema);
const { sql } = database;
afterAll(() => database.drop());

const nowMs = Date.UTC(2026, 5, 1, 12);
const at = (laterMs = 0) => new Date(nowMs + laterMs);

test('an operator sends again only mails that wait after a failed attempt', async () => {
  const outbox = postgresOutbox(sql, testSeal);
  const userId = await newUser(sql);
  const queue = async (createdAt = at()) => {
    const mail = someMail({ createdAt });
    await sql.begin((tx) => queueMail(tx, { mail, userId, seal: testSeal }));
    return mail.id;
  };
  const take = () => outbox.take(at(), at(attemptLeaseMs));
  const failed = await queue();
  await take();
  await outbox.postpone(failed, at(hourMs));
  const running = await queue();
  await take();
  const scheduled = await queue(at(2 * minuteMs));

  const accounts = postgresOperatedAccounts(sql, 'stripe');
  const retried = await accounts.retryMails(userId, { by: 'command', at: at() });

  const due = async (laterMs: number) => {
    const rows = await sql<{ id: string }[]>`SELECT id FROM outbox WHERE due_at <= ${at(laterMs)}`;
    return new Set(rows.map(({ id }) => id));
  };
  expect([retried, await due(0)]).toEqual([1, new Set([failed])]);
  expect(await due(attemptLeaseMs - 1)).toEqual(new Set([failed, scheduled]));
  expect(await due(attemptLeaseMs)).toEqual(new Set([failed, scheduled, running]));
});

test('an end of the trial leaves a paid plan as it is, also without the settings of payments', async () => {
  const userId = await newUser(sql);
  const accounts = postgresOperatedAccounts(sql, null);
  const act = { by: 'command', at: at() } as const;
  const planAfter = async (plan: string) => {
    await sql`UPDATE users SET subscription_status = ${plan} WHERE id = ${userId}`;
    await accounts.setTrialEnd(userId, at(-hourMs), act);
    return (await accounts.find(userId, null))?.subscriptionStatus;
  };

  expect(await planAfter('lifetime')).toBe('lifetime');
  expect(await planAfter('active')).toBe('active');
  expect(await planAfter('trial')).toBe('expired');
});
