import { expect, test } from 'bun:test';
import { closeSpentLinks } from '#core/links/options/close-spent-links';

/** What happens to a link with this limit and this many clicks. */
async function judged(mostClicks: number, count: number) {
  const link = { linkId: 'a', mostClicks, version: 1, since: new Date(0) };
  const happened: unknown[] = [];
  await closeSpentLinks({
    links: {
      limited: async () => new Map([['owner', [link]]]),
      close: async ({ linkId }) => void happened.push(`${linkId} is closed`),
    },
    clicks: { countSince: async () => new Map([['a', count]]) },
    reportNear: async (near) => void happened.push(near),
  });
  return happened;
}

const near = (mostClicks: number, clicks: number) => [
  [{ linkId: 'a', mostClicks, version: 1, since: new Date(0), clicks }],
];

test('a link is near its limit from 80% of its clicks until it has them all', async () => {
  expect(await judged(1000, 799)).toEqual([]);
  expect(await judged(1000, 800)).toEqual(near(1000, 800));
  expect(await judged(1000, 999)).toEqual(near(1000, 999));
  expect(await judged(1000, 1000)).toEqual(['a is closed']);
  expect(await judged(6, 4)).toEqual([]);
  expect(await judged(6, 5)).toEqual(near(6, 5));
});

test('an account whose clicks cannot be counted stops no other one', async () => {
  const link = (linkId: string) => ({ linkId, mostClicks: 1, version: 1, since: new Date(0) });
  const closed: string[] = [];
  const running = closeSpentLinks({
    links: {
      limited: async () =>
        new Map([
          ['failing', [link('a')]],
          ['other', [link('b')]],
        ]),
      close: async ({ linkId }) => void closed.push(linkId),
    },
    clicks: {
      countSince: async (userId) =>
        userId === 'failing' ? Promise.reject(new Error('failed')) : new Map([['b', 1]]),
    },
    reportNear: async () => {},
  });

  expect(await running.catch(String)).toBe('Error: failed');
  expect(closed).toEqual(['b']);
});

test('a link of four clicks is open, or closed, and never near its limit', async () => {
  expect(await judged(4, 3)).toEqual([]);
  expect(await judged(4, 4)).toEqual(['a is closed']);
});
