import { expect, test } from 'bun:test';
import { contactSupport, reportAbuse } from '#core/notices/support';
import type { Mail } from '#core/shared/mail';
import { rateLimit } from '#core/shared/limits/rate-limit';
import { hourMs } from '#core/shared/time';
import { aRoutedLink } from '#tests/support/builders/links';

const address = '203.0.113.7';
const sender: { userId: string | null; network: string } = { userId: null, network: address };
const words = {
  name: 'Eve Example',
  email: 'eve@example.com',
  subject: 'A question',
  message: 'Does it do this?\r\n\r\n And that?',
};
const report = { url: 'https://go.example/Ab3dEfG', reason: 'It asks for my card.' };

/** A support desk over memory; `supportEmail` null reads no mails. */
function desk(supportEmail: string | null = 'help@go.example') {
  const kept: { readonly mail: Mail | null }[] = [];
  const time = { nowMs: Date.UTC(2026, 10, 21) };
  const link = aRoutedLink();
  const keep = async (_: unknown, mail: Mail | null) => void kept.push({ mail });
  const ports = {
    inbox: { addMessage: keep, addReport: keep },
    supportEmail,
    perSender: rateLimit({ limit: 10, windowMs: hourMs }),
    newId: () => crypto.randomUUID(),
    clock: { now: () => time.nowMs },
    linkAt: (url: string) => (url === report.url ? link : undefined),
  };
  return {
    kept,
    time,
    link,
    contact: (from = sender) => contactSupport(ports, from, words),
    tell: (more: object = {}) => reportAbuse(ports, address, { ...report, ...more }),
  };
}

test('a message is mailed to the operator, with the sender as the reply address', async () => {
  const { contact, kept } = desk();

  const id = await contact();
  await contact({ ...sender, userId: 'ada' });

  const [mail, ofAda] = kept.map((one) => one.mail);
  expect(mail).toMatchObject({
    id,
    to: 'help@go.example',
    replyTo: words.email,
    subject: 'Support: A question',
  });
  expect(mail?.text).toContain('Does it do this?\n\nAnd that?');
  expect(mail?.text).toContain('Not signed in');
  expect(ofAda?.text).toContain('Account ada');
});

test('without an operator’s address messages and reports are only stored', async () => {
  const { contact, tell, kept } = desk(null);

  await contact();
  await tell();

  expect(kept).toEqual([{ mail: null }, { mail: null }]);
});

test('a network address may send ten messages and reports per hour together', async () => {
  const { contact, tell, time, kept } = desk();
  for (let n = 0; n < 5; n += 1) {
    await contact();
    await tell();
  }

  const refusal = {
    code: 'too_many_requests',
    message: 'Too many messages. Please try again later.',
    retryAfterSeconds: 3600,
  };
  await expect(contact()).rejects.toMatchObject(refusal);
  await expect(tell()).rejects.toMatchObject(refusal);
  await contact({ ...sender, network: '198.51.100.9' });
  time.nowMs += hourMs;
  await contact();

  expect(kept).toHaveLength(12);
});

test('a signed-in person has their own limit, separate from their network address', async () => {
  const { contact } = desk();
  for (let n = 0; n < 10; n += 1) await contact();
  for (let n = 0; n < 10; n += 1) await contact({ ...sender, userId: 'ada' });

  await expect(contact({ ...sender, userId: 'ada' })).rejects.toMatchObject({
    code: 'too_many_requests',
  });
});

test('[link-reports] a report of a link contains its destination and the lines that block it', async () => {
  const { tell, kept, link } = desk();

  await tell({ email: 'eve@example.com' });
  await tell({ url: 'https://elsewhere.example/x' });

  const [mail, other] = kept.map((one) => one.mail);
  expect(mail).toMatchObject({ to: 'help@go.example', replyTo: 'eve@example.com' });
  for (const line of [report.url, link.originalUrl, `/${link.code}`, link.userId]) {
    expect(mail?.text.split('\n')).toContain(line);
  }
  expect(other?.replyTo).toBeUndefined();
  expect(other?.text).toContain('This Waypost has no link with this address.');
});
