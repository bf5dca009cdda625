import { expect, test } from 'bun:test';
import { findLink } from '#core/redirect/find-link';
import { linkIndex } from '#core/redirect/link-index';
import type { RoutedLink } from '#core/redirect/routed-link';
import { minuteMs } from '#core/shared/time';
import { aRoutedLink } from '#tests/support/builders/links';

function finder(ask: (name: string) => Promise<RoutedLink | null | 'away'>) {
  const clock = { atMs: 1_000_000, now: () => clock.atMs };
  const asked: string[] = [];
  const index = linkIndex(() => false);
  const source = {
    ask: (name: string) => {
      asked.push(name);
      return ask(name);
    },
  };
  return { clock, asked, index, find: findLink({ clock, index, source }) };
}

const nobodys = () => Promise.resolve(null);

test('a link that is not in memory is queried, and kept', async () => {
  const link = aRoutedLink({ code: 'fresh01' });
  const { find, index, asked } = finder(() => Promise.resolve(link));

  expect(await find('fresh01', '198.51.100.7')).toEqual({ kind: 'link', link });
  expect(index.find('fresh01')).toBe(link);
  expect(asked).toEqual(['fresh01']);
});

test('[bounded-lookups] a thousand concurrent misses of one name cause one query', async () => {
  const { find, asked } = finder(nobodys);

  const addresses = Array.from({ length: 1_000 }, (_, n) => `198.51.${n >> 8}.${n & 255}`);
  const found = await Promise.all(addresses.map((address) => find('nobodys', address)));

  expect(asked).toEqual(['nobodys']);
  expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(['unknown']));
});

test('[unguessable-codes] an unknown name is cached for exactly two seconds', async () => {
  const { find, asked, clock } = finder(nobodys);

  await find('nobodys', '198.51.100.7');
  clock.atMs += 1_999;
  await find('nobodys', '198.51.100.7');
  const within = asked.length;
  clock.atMs += 1;
  await find('nobodys', '198.51.100.7');

  expect(within).toBe(1);
  expect(asked).toHaveLength(2);
});

test('[unguessable-codes] an address may request 500 unknown names a minute; other addresses are unaffected', async () => {
  const { find, clock, asked } = finder(nobodys);

  for (let n = 0; n < 500; n += 1) await find(`guess-${n}`, '198.51.100.7');
  const refused = await find('guess-500', '198.51.100.7');
  const other = await find('guess-500', '198.51.100.8');
  clock.atMs += minuteMs;
  const later = await find('guess-501', '198.51.100.7');

  expect(refused).toEqual({ kind: 'too_many', retryAfterSeconds: 60 });
  expect(asked.length).toBeLessThan(150);
  expect([other.kind, later.kind]).toEqual(['unknown', 'unknown']);
});

test('[unguessable-codes] existing links do not count towards the limit', async () => {
  const { find, index } = finder((name) => Promise.resolve(aRoutedLink({ id: name, code: name })));

  for (let n = 0; n < 300; n += 1) {
    expect((await find(`code-${n}`, '198.51.100.7')).kind).toBe('link');
  }
  expect(index.size()).toBe(300);
});

test('[unguessable-codes] visits of an existing link that share its first lookup are all answered', async () => {
  const { find, asked } = finder(async (name) => {
    await Bun.sleep(5);
    return aRoutedLink({ code: name });
  });

  const visits = Array.from({ length: 150 }, () => find('fresh01', '198.51.100.7'));
  const kinds = (await Promise.all(visits)).map(({ kind }) => kind);

  expect(new Set(kinds)).toEqual(new Set(['link']));
  expect(asked).toEqual(['fresh01']);
});

test('[without-databases] during a database outage a name is neither found nor missing, and nothing is cached', async () => {
  let isAway = true;
  const link = aRoutedLink({ code: 'fresh01' });
  const { find } = finder(() => (isAway ? Promise.resolve('away') : Promise.resolve(link)));

  const away = await find('fresh01', '198.51.100.7');
  isAway = false;
  const back = await find('fresh01', '198.51.100.7');

  expect(away.kind).toBe('unavailable');
  expect(back.kind).toBe('link');
});

test('[bounded-lookups] at most 64 names are queried at once', async () => {
  const { find, asked } = finder(() => new Promise(() => {}));

  const waiting = Array.from({ length: 64 }, (_, n) => find(`name-${n}`, `192.0.2.${n}`));
  const next = await find('name-64', '192.0.2.99');

  expect(next.kind).toBe('unavailable');
  expect(asked).toHaveLength(waiting.length);
});

test('[bounded-input] an invalid name is not queried', async () => {
  const { find, asked } = finder(nobodys);

  for (const name of ['', 'a b', 'a.b', '../x', 'x'.repeat(51), 'naïve', "'; DROP TABLE links"]) {
    expect(await find(name, '198.51.100.7')).toEqual({ kind: 'unknown' });
  }
  expect(asked).toEqual([]);
});
