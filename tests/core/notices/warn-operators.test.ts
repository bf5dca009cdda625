import { expect, test } from 'bun:test';
import { warnOperators } from '#core/notices/warn-operators';
import type { Mail } from '#core/shared/mail';
import { hourMs } from '#core/shared/time';

function operators(supportEmail: string | null) {
  const mails = new Map<string, Mail>();
  const state = { isLow: true, nowMs: Date.UTC(2026, 10, 21, 12) };
  const warn = warnOperators({
    mails: {
      add: async (mail) => {
        if (!mails.has(mail.eventKey)) mails.set(mail.eventKey, mail);
      },
    },
    disk: { isLow: () => state.isLow, freeMb: () => 311 },
    supportEmail,
    appUrl: 'https://go.example',
    newId: () => crypto.randomUUID(),
    clock: { now: () => state.nowMs },
  });
  return { mails, state, warn };
}

test('operators are mailed once a day while the disk is nearly full', async () => {
  const { mails, state, warn } = operators('ops@go.example');

  for (let hour = 0; hour < 18; hour += 1, state.nowMs += hourMs) await warn();
  state.isLow = false;
  state.nowMs += 24 * hourMs;
  await warn();

  const [first, ...rest] = mails.values();
  expect(rest).toHaveLength(1);
  expect(first?.to).toBe('ops@go.example');
  expect(first?.text).toContain('has 311 MB of free space');
});

test('without an address for operators nobody is mailed', async () => {
  const { mails, warn } = operators(null);

  await warn();

  expect(mails.size).toBe(0);
});
