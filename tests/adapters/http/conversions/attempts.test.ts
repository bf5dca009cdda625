import { expect, test } from 'bun:test';
import type { ListedAttempt } from '#core/conversions/reports/attempt';
import { notFound } from '#core/shared/refusal';
import { keyApp } from '#tests/support/worlds/accounts/key-app';
import { signIn } from '#tests/support/worlds/links/link-app';
import { owner } from '#tests/support/worlds/links/link-world';

const path = '/api/v1/conversion-attempts';
const linkId = Bun.randomUUIDv7();

const anAttempt: ListedAttempt = {
  linkId,
  linkName: 'spring',
  number: 7,
  at: new Date('2026-11-21T10:20:00Z'),
  source: 'pixel',
  outcome: 'recorded',
  reason: 'none',
  eventType: 'sale',
  value: '49.99',
  currency: 'USD',
  orderId: '',
  hasClickId: true,
};
const untracked = { ...anAttempt, outcome: 'ignored', reason: 'not_tracked' } as const;

function start() {
  const app = keyApp({
    newest: async (_, asked) => {
      if (asked !== linkId) throw notFound();
      return [anAttempt];
    },
    newestUntracked: async () => [untracked],
  });
  return { ...app, ask: signIn(app, owner()) };
}

const { linkId: _id, linkName: _name, number: _number, ...fields } = anAttempt;
const shown = {
  ...fields,
  at: '2026-11-21T10:20:00.000Z',
  reason: '',
  link: { id: linkId, shortUrl: 'https://go.example/spring' },
};

test("a link's reports and those of untracked links are lists of the same shape", async () => {
  const { ask } = start();

  expect(await (await ask(`${path}?linkId=${linkId}`)).json()).toEqual({
    data: [shown],
    nextCursor: null,
    previousCursor: null,
    count: null,
  });
  const reason = 'Conversion tracking is off for this link';
  expect((await (await ask(`${path}?untracked=true`)).json()).data).toEqual([
    { ...shown, outcome: 'ignored', reason },
  ]);
  expect((await ask(`${path}?linkId=${Bun.randomUUIDv7()}`)).status).toBe(404);
});

test.each([
  ['', 'linkId'],
  [`?linkId=${linkId}&untracked=true`, 'linkId'],
  ['?untracked=false', 'untracked'],
])('without one of the two it is refused by the field: %p', async (query, field) => {
  const answer = await start().ask(`${path}${query}`);

  expect(await answer.json()).toMatchObject({ status: 422, issues: [{ path: field }] });
});
