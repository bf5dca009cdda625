import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { type IndexChange, linkIndex } from '#core/redirect/link-index';
import type { RoutedLink } from '#core/redirect/routed-link';
import { aRoutedLink } from '#tests/support/builders/links';

const anyName = () => false;

test('codes are found exactly, aliases in any case, replaced ones included', () => {
  const index = linkIndex(anyName);
  const known = aRoutedLink({ code: 'Ab3dEfG', aliases: ['summer', 'old-one'] });

  index.put(known);

  for (const name of ['Ab3dEfG', 'summer', 'SUMMER', 'Old-One'])
    expect(index.find(name)).toBe(known);
  for (const name of ['ab3dEfG', 'summe', '', '__proto__', 'constructor']) {
    expect(index.find(name)).toBeUndefined();
  }
});

test('names on domains are found in their namespace alone, and go with their link', () => {
  const index = linkIndex((name) => name === 'login');
  const domainNames = ['4/Ab3dEfG', '4/sale', '4/login', '9/sale'];
  const known = aRoutedLink({ code: 'Ab3dEfG', domainNames });

  index.put(known);

  for (const name of ['Ab3dEfG', '4/Ab3dEfG', '4/sale', '4/SALE', '4/login', '9/sale'])
    expect(index.find(name)).toBe(known);
  for (const name of ['sale', '5/sale', '9/Ab3dEfG', '4/ab3defg', '4/', '/sale', 'login'])
    expect(index.find(name)).toBeUndefined();

  index.put({ ...known, version: 2, domainNames: ['4/Ab3dEfG'] });
  expect(index.find('4/sale')).toBeUndefined();
  index.erase(known.id);
  expect(index.find('4/Ab3dEfG')).toBeUndefined();
});

test('an older version never replaces a newer one', () => {
  const index = linkIndex(anyName);
  index.put(aRoutedLink({ version: 3, originalUrl: 'https://new.example/' }));

  const wasApplied = index.put(aRoutedLink({ version: 2, originalUrl: 'https://old.example/' }));

  expect(wasApplied).toBe(false);
  expect(index.find('Ab3dEfG')?.originalUrl).toBe('https://new.example/');
});

test('a revision applies to the version that it replaces alone, and keeps everything else', () => {
  const index = linkIndex(anyName);
  const told: IndexChange[] = [];
  const known = aRoutedLink({ version: 3, aliases: ['summer'] });
  const state = { version: 5, isActive: false, expiresAtMs: 7 };
  index.put({ ...known });
  index.watch((change) => void told.push(change));

  index.revise(known.id, { ...state, from: 2 });
  index.revise('unknown', { ...state, from: 3 });
  expect(index.find('summer')).toEqual(known);
  index.revise(known.id, { ...state, from: 3 });

  expect(index.find('summer')).toEqual({ ...known, ...state });
  expect(told).toEqual([{ kind: 'put', link: { ...known, ...state } }]);
  expect([4, 5, 6].map((version) => index.isNews(known.id, version))).toEqual([false, false, true]);
  index.erase(known.id);
  index.revise(known.id, { ...state, from: 5, version: 6 });
  expect([index.find('summer'), index.isNews(known.id, 9)]).toEqual([undefined, false]);
});

test('a blocked link stays blocked in its new state, and keeps the state when it is judged again', () => {
  let isBlocked = true;
  const index = linkIndex(anyName, () => isBlocked);
  const known = aRoutedLink({ version: 1 });
  const state = { version: 2, isActive: false, expiresAtMs: 7 };
  index.put({ ...known });

  index.revise(known.id, { ...state, from: 1 });
  expect(index.find(known.code)).toEqual({ ...known, ...state, isBlocked: true });
  expect([...index.links()]).toEqual([{ ...known, ...state }]);

  isBlocked = false;
  for (const link of index.links()) index.judge(link);
  expect(index.find(known.code)).toEqual({ ...known, ...state });
});

test('a reload that began before a revision keeps the link', () => {
  const index = linkIndex(anyName);
  const known = aRoutedLink({ version: 1 });
  index.put({ ...known });

  const reading = index.readWhole();
  index.revise(known.id, { from: 1, version: 2, isActive: false, expiresAtMs: null });
  reading.end();

  expect(index.find(known.code)?.version).toBe(2);
});

test('an erased link is not found, and no late read restores it', () => {
  const index = linkIndex(anyName);
  const known = aRoutedLink({ aliases: ['summer'] });
  index.put(known);

  index.erase(known.id);
  index.put({ ...known, version: 9 });

  expect(index.find('Ab3dEfG')).toBeUndefined();
  expect(index.find('summer')).toBeUndefined();
  expect([...index.erased()]).toEqual([known.id]);
});

test("the application's routes come before any link", () => {
  const index = linkIndex((name) => name === 'login');

  index.put(aRoutedLink({ aliases: ['login', 'summer'] }));

  expect(index.find('LOGIN')).toBeUndefined();
  expect(index.find('summer')).toBeDefined();
});

test('a full read removes links that are gone from the database, but not those that arrived meanwhile', () => {
  const index = linkIndex(anyName);
  const [kept, vanished, added] = [link('kept'), link('vanished'), link('added')];
  index.put(kept);
  index.put(vanished);

  const reading = index.readWhole();
  index.put(added);
  reading.put(kept);
  reading.end();

  expect([...index.links()].map(({ id }) => id).sort()).toEqual(['added', 'kept']);
});

test('a full read also restores older versions, as after a restored backup', () => {
  const index = linkIndex(anyName);
  index.put(link('restored', 9));
  index.put(link('edited here', 1));
  index.erase('undeleted');

  const reading = index.readWhole();
  index.put(link('edited here', 2));
  reading.put(link('restored', 4));
  reading.put(link('edited here', 1));
  reading.put(link('undeleted', 1));
  reading.end();

  expect(index.find('restored')?.version).toBe(4);
  expect(index.find('edited-here')?.version).toBe(2);
  expect(index.find('undeleted')?.version).toBe(1);
  expect([...index.erased()]).toEqual([]);
});

test('a deletion during a full read wins over the row that was read before it', () => {
  const index = linkIndex(anyName);
  const reading = index.readWhole();

  index.erase('deleted');
  reading.put(link('deleted'));
  reading.end();

  expect(index.find('deleted')).toBeUndefined();
});

test('[fresh-links] reads in any order lead to the latest state', () => {
  type Event = { id: string; version: number; isErased: boolean };
  const event: fc.Arbitrary<Event> = fc.record({
    id: fc.constantFrom('a', 'b', 'c'),
    version: fc.integer({ min: 1, max: 6 }),
    isErased: fc.boolean(),
  });

  fc.assert(
    fc.property(fc.array(event), (events) => {
      const index = linkIndex(anyName);
      const changes: IndexChange[] = [];
      index.watch((change) => changes.push(change));

      for (const { id, version, isErased } of events) {
        if (isErased && version === 6) index.erase(id);
        else index.put(link(id, version));
      }

      for (const id of ['a', 'b', 'c']) {
        const own = events.filter((one) => one.id === id);
        const isGone = own.some(({ version, isErased }) => isErased && version === 6);
        const versions = own.map(({ version }) => version);
        const latest = own.length === 0 || isGone ? undefined : Math.max(...versions);
        expect(index.find(id)?.version).toBe(latest);
      }
      expect(replayed(changes)).toEqual([...index.links()].sort(byId));
    }),
  );
});

function link(id: string, version = 1): RoutedLink {
  return aRoutedLink({ id, version, code: id.replaceAll(' ', '-') });
}

function byId(one: RoutedLink, other: RoutedLink): number {
  return one.id < other.id ? -1 : 1;
}

/** The links that a watcher of the index would have. */
function replayed(changes: readonly IndexChange[]): RoutedLink[] {
  const links = new Map<string, RoutedLink>();
  for (const change of changes) {
    if (change.kind === 'put') links.set(change.link.id, change.link);
    else links.delete(change.linkId);
  }
  return [...links.values()].sort(byId);
}

test('a link is found by its number while it exists', () => {
  const index = linkIndex(anyName);
  index.put(aRoutedLink({ number: 7, version: 1 }));
  const changed = aRoutedLink({ number: 7, version: 2 });

  index.put(changed);

  expect(index.findByNumber(7)).toBe(changed);
  expect(index.findByNumber(8)).toBeUndefined();
  index.erase(changed.id);
  expect(index.findByNumber(7)).toBeUndefined();
});
