import { expect, test } from 'bun:test';
import { failingBackups, tellOperators, warnOfLowDisk } from '#core/notices/warn-operators';
import type { Mail } from '#core/shared/mail';
import { hourMs } from '#core/shared/time';

function operators(supportEmail: string | null) {
  const mails = new Map<string, Mail>();
  const state = { isLow: true, nowMs: Date.UTC(2026, 10, 21, 12) };
  const clock = { now: () => state.nowMs };
  const tell = tellOperators({
    mails: {
      add: async (mail) => {
        if (!mails.has(mail.eventKey)) mails.set(mail.eventKey, mail);
      },
    },
    supportEmail,
    newId: () => crypto.randomUUID(),
    clock,
  });
  const disk = { isLow: () => state.isLow, freeMb: () => 311 };
  const warn = () => warnOfLowDisk({ tell, disk, appUrl: 'https://go.example', clock });
  return { mails, state, tell, warn };
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

test('operators are mailed once for each outage of the backups', async () => {
  const { mails, tell } = operators('ops@go.example');
  const outage = (lastBackupAt: Date | null) =>
    failingBackups({
      appUrl: 'https://go.example',
      place: '/mnt/backups',
      said: 'EROFS: read-only file system',
      lastBackupAt,
    });
  const aBackup = new Date('2026-11-21T03:00:00Z');

  for (const last of [null, null, aBackup, aBackup]) await tell(outage(last));

  const [first, second, ...rest] = mails.values();
  expect(rest).toEqual([]);
  expect(first?.text).toContain('Last backup there: never.');
  expect(first?.text).toContain('It said: EROFS: read-only file system');
  expect(second?.text).toContain('Last backup there: 2026-11-21T03:00:00.000Z.');
});
