import { expect, test } from 'bun:test';
import { networkAsker, type Asker } from '#core/shared/limits/asker';
import { fairQueue } from '#core/shared/limits/fair-queue';

function world(most = 100) {
  const queue = fairQueue<string>(most);
  /** Adds `names` for one asker. */
  const add = (asker: Asker, ...names: string[]) => names.map((name) => queue.add(asker, name));
  const take = (count: number) => Array.from({ length: count }, () => queue.take());
  return { queue, add, take };
}

test('[fair-share] askers take turns, and each one keeps its own order', () => {
  const { add, take } = world();
  add(['a'], 'a1', 'a2', 'a3');
  add(['b'], 'b1', 'b2');
  add(['c'], 'c1');

  expect(take(7)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', undefined]);
});

test('[fair-share] many networks of one owner have together one turn', () => {
  const { add, take } = world();
  for (let n = 0; n < 8; n += 1) add(['flooded', `net ${n}`], `f${n}`, `f${n} again`);
  add(['other', 'net'], 'o1', 'o2');

  expect(take(5)).toEqual(['f0', 'o1', 'f1', 'o2', 'f2']);
});

test('within an owner its networks take turns', () => {
  const { add, take } = world();
  add(['owner', 'x'], 'x1', 'x2', 'x3');
  add(['owner', 'y'], 'y1');

  expect(take(4)).toEqual(['x1', 'y1', 'x2', 'x3']);
});

test('an owner itself comes before the networks that open what it owns', () => {
  const { add, take } = world();
  add(['owner', 'x'], 'x1', 'x2');
  add(['owner'], 'o1');

  expect(take(3)).toEqual(['o1', 'x1', 'x2']);
});

test('who comes anew is behind those who wait, and before their second turns', () => {
  const { add, take } = world();
  add(['a'], 'a1', 'a2', 'a3');
  expect(take(1)).toEqual(['a1']);
  add(['b'], 'b1');
  expect(take(1)).toEqual(['a2']);
  add(['c'], 'c1');

  expect(take(3)).toEqual(['b1', 'a3', 'c1']);
});

test('a full queue drops the newest of the longest line, which can be the new one', () => {
  const { queue, add, take } = world(4);
  add(['flooded', 'x'], 'x1', 'x2', 'x3');
  add(['flooded', 'y'], 'y1');

  expect(add(['flooded', 'y'], 'y2')).toEqual(['x3']);
  expect(add(['other', 'x'], 'o1')).toEqual(['y2']);
  expect(add(['flooded', 'x'], 'x3')).toEqual(['x3']);
  expect(queue.size()).toBe(4);
  expect(take(5)).toEqual(['x1', 'o1', 'y1', 'x2', undefined]);
});

test('a full queue of equal askers refuses who comes', () => {
  const { add } = world(2);
  add(['a'], 'a1');
  add(['b'], 'b1');

  expect(add(['c'], 'c1')).toEqual(['c1']);
});

test('items that are not able keep their turn', () => {
  const { queue, add, take } = world();
  add(['a'], 'a1');
  add(['b'], 'b1', 'b2');

  expect(queue.take((name) => name !== 'a1')).toBe('b1');
  expect(queue.take((name) => name === 'c1')).toBeUndefined();
  expect(take(2)).toEqual(['a1', 'b2']);
});

test('a removed item is gone, and changes no turns', () => {
  const { queue, add, take } = world();
  add(['a'], 'a1', 'a2');
  add(['b'], 'b1');

  queue.remove('a1');
  queue.remove('a1');

  expect(queue.size()).toBe(2);
  expect(take(3)).toEqual(['a2', 'b1', undefined]);
});

test.each([
  ['2001:db8:1:2::/64', ['2001:db8:1', '2001:db8:1:2::/64']],
  ['203.0.113.7', ['203.0.113', '203.0.113.7']],
  ['', ['', '']],
])('the network %j waits with the others of its site', (network, asker) => {
  expect(networkAsker(network)).toEqual(asker);
});

test('[fair-share] items with the lowest rank go first, and of these the groups take turns', () => {
  const rank: Record<string, number> = { 'a 1': 1, 'a 2': 0, 'a 3': 0, 'b 1': 0 };
  const queue = fairQueue<string>(10, (item) => rank[item] ?? 0);
  for (const item of ['a 1', 'a 2', 'a 3', 'b 1']) queue.add([item.charAt(0)], item);

  expect([1, 2, 3, 4].map(() => queue.take())).toEqual(['a 2', 'b 1', 'a 3', 'a 1']);
});
