import { expect, test } from 'bun:test';
import { frame } from '#adapters/http/frame/frame';
import { wellKnownRoutes } from '#adapters/http/web/well-known';
import { dayMs } from '#core/shared/time';
import { appUrl, call, memoryLog } from '#tests/support/calls';

const nowMs = Date.UTC(2026, 10, 21, 12);
const site = (supportEmail: string | null) =>
  frame({ appUrl, log: memoryLog(), isOutage: () => false }).use(
    wellKnownRoutes({ appUrl, supportEmail, clock: { now: () => nowMs } }),
  );

/** The fields of RFC 9116, one per line. */
async function securityTxt(supportEmail: string | null) {
  const answer = await call(site(supportEmail), '/.well-known/security.txt');
  const lines = (await answer.text()).trim().split('\n');
  const fields = lines.map((line) => /^([A-Za-z-]+): (\S.*)$/.exec(line)?.slice(1) ?? [line, '']);
  return { type: answer.headers.get('content-type'), fields: new Map(fields.map(pair)) };
}

const pair = ([name = '', value = '']: string[]) => [name, value] as const;

test('[contacts] security.txt has a contact and expires within a year', async () => {
  const { type, fields } = await securityTxt('help@go.example');

  expect(type).toBe('text/plain; charset=utf-8');
  expect(fields.get('Contact')).toBe('mailto:help@go.example');
  expect(fields.get('Canonical')).toBe(`${appUrl}/.well-known/security.txt`);
  const days = (Date.parse(fields.get('Expires') ?? '') - nowMs) / dayMs;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(365);
});

test('[contacts] without an email address the contact is the support page', async () => {
  expect((await securityTxt(null)).fields.get('Contact')).toBe(`${appUrl}/support`);
});

test('[visitor-information] the site declares that it respects Global Privacy Control', async () => {
  const answer = await call(site(null), '/.well-known/gpc.json');

  expect(answer.headers.get('content-type')).toStartWith('application/json');
  const said = await answer.json();
  expect(said).toEqual({ gpc: true, lastUpdate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
});
