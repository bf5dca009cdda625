import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  emailChangedMail,
  changeAskedMail,
  confirmChangeMail,
  verificationMail,
  welcomeMail,
  passwordChangedContent,
  resetMail,
  claimedMail,
  linkedMail,
} from '#core/accounts/mails';
import { alarmMail } from '#core/alerts/tell-owner';
import { suspendedContent } from '#core/domains/domain-mails';
import { accessAddedMail, firstPasswordMail } from '#core/billing/follow-payments';
import { contactSupport } from '#core/notices/support';
import { conversionAlertMail, trialEndingMail } from '#core/notices/notice-mails';
import { troubleMail } from '#core/webhooks/tell-owner';
import { aRaisedAlert } from '#tests/support/builders/alerts';
import { type MailContent, type Mail, write } from '#core/shared/mail';
import type { Reader } from '#core/shared/mail-name';

const url = 'https://app.example/path';
const trialEndsAt = new Date(Date.UTC(2026, 5, 1));
const hostile = 'Ada\u202e\u200b evil.example\r\nBcc: https://evil.example/free eve@evil.example';

/** Every mail with a possibly known reader, by its content. */
const lettersTo: Record<string, (reader: Reader) => MailContent> = {
  'the address is to change': (reader) => changeAskedMail(reader, url),
  'the address has changed': (reader) => emailChangedMail(reader, url),
  'a new password was asked for': (reader) => resetMail(reader, url),
  'a domain is suspended': (reader) =>
    suspendedContent(reader, { host: 'go.shop.example', token: 'token' }, url),
  'the password has changed': (reader) =>
    passwordChangedContent(reader, {
      forgotUrl: url,
      keysUrl: url,
      keys: [{ name: hostile, ending: 'beef' }],
    }),
  'a provider opens the account': (reader) => linkedMail(reader, 'google', url),
  'a provider confirmed the address': (reader) => claimedMail(reader, 'facebook', url),
  'the trial ends': (reader) => trialEndingMail({ ...reader, trialEndsAt }, 7, url),
  'a webhook fails': (reader) =>
    troubleMail(
      {
        url: 'https://hooks.example/',
        trouble: 'failing',
        reason: null,
        reader: { ...reader, email: 'ada@example.com', isMailed: true },
      },
      url,
    ),
  'a limit is near': (reader) =>
    alarmMail(
      {
        alert: aRaisedAlert({ kind: 'limit', bound: null, per: null }),
        isEnd: false,
        reader: { ...reader, email: 'ada@example.com', isMailed: true },
      },
      { appUrl: url, shortUrl: url },
    ),
  'conversions came': (reader) => conversionAlertMail(reader, [], url),
};

/**
 * Every mail to an address that nobody has proven, or with a name that somebody else may have
 * typed.
 */
const lettersToNobody: Record<string, MailContent> = {
  welcome: welcomeMail(url),
  'another link': verificationMail(url),
  'a new address': confirmChangeMail(url),
  'a first password': firstPasswordMail({ setUrl: url, forgotUrl: url }),
  'access was added': accessAddedMail(url),
};

describe.each(Object.entries(lettersTo))('the mail that says that %s', (_, letterTo) => {
  test('greets by name at a confirmed address', () => {
    const { text, html } = write(letterTo({ firstName: 'Zoë & Co', verified: true }));

    expect(text).toStartWith('Hello Zoë & Co,\n');
    expect(html).toContain('>Hello Zoë &amp; Co,<');
  });

  test('shows only the harmless part of a hostile name', () => {
    const { subject, text, html } = write(letterTo({ firstName: hostile, verified: true }));

    expect(text).toStartWith('Hello Ada,\n');
    for (const part of [subject, text, html]) {
      expect(part).not.toMatch(/evil|Bcc|[\r\p{Cf}]/u);
    }
  });

  test('greets without a name at an unconfirmed address', () => {
    const { subject, text, html } = write(letterTo({ firstName: 'Zoë', verified: false }));

    expect(text).toStartWith('Hello,\n');
    expect(subject + text + html).not.toContain('Zoë');
  });
});

test.each(Object.entries(lettersToNobody))('the mail about %s greets nobody', (_, letter) => {
  expect(letter.greeting).toBe('Hello,');
});

describe('the mail with a message to support', () => {
  async function mailed(name: string): Promise<Mail | null> {
    const mails: (Mail | null)[] = [];
    const ports = {
      inbox: {
        addMessage: async (_: unknown, mail: Mail | null) => void mails.push(mail),
        addReport: async () => {},
      },
      linkAt: () => undefined,
      perSender: { waitSeconds: () => 0 },
      supportEmail: 'help@waypost.test',
      newId: () => 'an-id',
      clock: { now: () => 0 },
    };
    const wish = { name, email: 'ada@example.com', subject: 'Help', message: 'Please.' };
    await contactSupport(ports, { userId: null, network: '192.0.2.1' }, wish);
    return mails[0] ?? null;
  }

  test.each([
    ['Ada', 'Ada <ada@example.com> writes:'],
    [hostile, 'Ada <ada@example.com> writes:'],
    ['boss@corp.example <boss@corp.example>', 'Somebody <ada@example.com> writes:'],
  ])('shows the name %j as %j', async (name, greeting) => {
    expect((await mailed(name))?.text).toStartWith(`${greeting}\n`);
  });
});

test('every mail begins with an allowed name, or none', () => {
  const core = join(import.meta.dir, '../../../src/core');
  const written = [...new Bun.Glob('**/*.ts').scanSync(core)]
    .flatMap((file) => readFileSync(join(core, file), 'utf8').split('\n'))
    .filter((line) => /^ +greeting: (?!string;)/.test(line))
    .map((line) => line.trim().replace(/^greeting: /, ''));

  expect(written.length).toBeGreaterThan(10);
  expect([...new Set(written)].toSorted()).toEqual([
    "`${mailName(name) ?? 'Somebody'} <${email}> writes:`,",
    'greetingOf(reader),',
    'greetingWithoutName,',
    'url,',
  ]);
});
