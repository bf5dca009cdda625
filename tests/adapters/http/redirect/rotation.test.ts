import { expect, test } from 'bun:test';
import type { Rotation } from '#core/links/link';
import { aRoutedLink } from '#tests/support/builders/links';
import { startRedirect } from '#tests/support/processes/redirect-server';
import { agents } from '#tests/support/visitor';

const destinations = ['a', 'b', 'c'].map((page) => `https://shop.example/${page}`);

test('[even-splits] over HTTP, 60 visits are shared by the slots, and a change of them continues the count', async () => {
  await using server = startRedirect();
  let version = 0;
  const rotate = (isShuffled: boolean, slots: readonly number[]) => {
    const rotation: Rotation = { isShuffled, shares: [{ fromDay: '2026-01-01', slots }] };
    version += 1;
    server.put(aRoutedLink({ version, code: 'split', destinations, splitVersion: 4, rotation }));
  };
  const visits = async (count: number) => {
    const locations: (string | null)[] = [];
    for (let n = 0; n < count; n += 1) {
      const { headers } = await server.get('/split', { headers: { 'user-agent': agents.phone } });
      locations.push(headers.get('location'));
    }
    return destinations.map((url) => locations.filter((location) => location === url).length);
  };

  rotate(false, [5, 10, 5]);
  expect(await visits(60)).toEqual([15, 30, 15]);
  rotate(true, [5, 10, 5]);
  expect(await visits(60)).toEqual([15, 30, 15]);
  rotate(false, [0, 1, 19]);
  expect(await visits(20)).toEqual([0, 1, 19]);

  const recorded = server.recorded();
  const [a, b, c] = [1, 2, 3].map((place) => recorded.filter(({ variant }) => variant === place));
  expect([a?.length, b?.length, c?.length]).toEqual([30, 61, 49]);
  expect(recorded.map(({ position }) => position)).toEqual(recorded.map((_, n) => n + 1));
});
