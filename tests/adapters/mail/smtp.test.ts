import { expect, test } from 'bun:test';
import { smtpCarrier } from '#adapters/mail/smtp';
import { cleanUps } from '#tests/support/clean-ups';
import { someMail } from '#tests/support/builders/mails';
import { smtpInbox } from '#tests/support/doubles/smtp-inbox';

const undo = cleanUps();

async function opened() {
  const inbox = smtpInbox();
  const url = await inbox.open();
  undo.add(inbox.close);
  return { inbox, ...smtpCarrier(url, 'Waypost <post@go.example>') };
}

test('[mail-outbox] the server gets the mail as text and HTML, with a Message-ID', async () => {
  const { inbox, carry } = await opened();
  const mail = someMail();

  await carry(mail);

  const [received] = inbox.received;
  expect(received?.recipients).toEqual(['ada@example.com']);
  expect(received?.sender).toBe('post@go.example');
  expect(received?.mail).toMatchObject({
    from: { name: 'Waypost', address: 'post@go.example' },
    to: [{ address: 'ada@example.com' }],
    subject: 'What happened',
    messageId: `<${mail.id}@waypost>`,
  });
  expect(received?.mail.text?.trim()).toBe(mail.text.trim());
  expect(received?.mail.html?.trim()).toBe(mail.html.trim());
  expect(received?.mail.headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
  );
});

test('names are escaped in the HTML', () => {
  const { html, text } = someMail();

  expect(text).toContain('Hello Ada & <b>Łukasz</b> 🙂,');
  expect(html).toContain('Hello Ada &amp; &lt;b&gt;Łukasz&lt;/b&gt; 🙂,');
  expect(html).toContain('href="https://app.example/look?a=1&amp;b=2"');
});

test('replies go to the reply address of the mail, and nowhere else', async () => {
  const { inbox, carry } = await opened();

  await carry(someMail({ replyTo: 'eve@example.com' }));
  const hostile = someMail({ replyTo: 'eve@example.com\r\nBcc: all@example.com' });

  expect(inbox.received[0]?.mail.replyTo).toEqual([{ name: '', address: 'eve@example.com' }]);
  expect(await carry(hostile).catch((error: unknown) => error)).toBeInstanceOf(Error);
  expect(inbox.received).toHaveLength(1);
});

test('an address cannot inject a second address or a header', async () => {
  const { inbox, carry } = await opened();
  const hostile = [
    'ada@example.com\r\nBcc: eve@example.com',
    'ada@example.com\nTo: eve@example.com',
  ];

  for (const to of hostile) {
    const failure = await carry(someMail({ to })).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
  }
  await carry(someMail({ to: 'ada@example.com, eve@example.com' })).catch(() => null);

  expect(inbox.received.flatMap(({ recipients }) => recipients)).not.toContain('eve@example.com');
});

test('an outage or a rejection is reported to the outbox', async () => {
  const { inbox, carry } = await opened();
  for (const mood of ['refuses for now', 'refuses for good'] as const) {
    inbox.state.mood = mood;
    expect(await carry(someMail()).catch((error: unknown) => error)).toBeInstanceOf(Error);
  }
  await inbox.close();

  const failure = await carry(someMail()).catch((error: unknown) => error);

  expect(failure).toMatchObject({ code: 'ESOCKET' });
  expect(inbox.received).toEqual([]);
});

test('a server that rejects a mail is available; one that is gone, or greets with 421, is not', async () => {
  const { inbox, check } = await opened();
  const isAway = () =>
    check().then(
      () => false,
      () => true,
    );
  const away: boolean[] = [];

  for (const mood of ['takes', 'refuses for good', 'greets with 421'] as const) {
    inbox.state.mood = mood;
    away.push(await isAway());
  }
  await inbox.close();
  away.push(await isAway());

  expect(away).toEqual([false, false, true, true]);
});
