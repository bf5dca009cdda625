import { expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { clickIds, withClickId } from '#core/redirect/click-id';
import { testClickIds } from '#tests/support/builders/click-ids';

const facts = {
  clickId: '019aa5d4-1c00-7abc-8def-0123456789ab',
  linkNumber: 7,
  variant: 2,
};

test('a click id contains the click, link and variant that it was signed for', () => {
  const ids = testClickIds();
  const anyFacts = fc.record({
    clickId: fc.uuid({ version: 7 }),
    linkNumber: fc.integer({ min: 1, max: 2 ** 48 - 1 }),
    variant: fc.integer({ min: 0, max: 4 }),
  });

  fc.assert(
    fc.property(anyFacts, (signed) => {
      const text = ids.sign(signed);

      expect(text).toMatch(/^[\w-]{46}$/);
      expect(ids.read(text)).toEqual(signed);
    }),
    { numRuns: 200 },
  );
});

test('[click-ids] a click id with any changed character is rejected', () => {
  const ids = testClickIds();
  const text = ids.sign(facts);

  for (let at = 0; at < text.length; at += 1) {
    for (const other of 'AZ_-9') {
      const changed = text.slice(0, at) + other + text.slice(at + 1);
      expect(ids.read(changed)).toEqual(changed === text ? facts : null);
    }
  }
});

test('[click-ids] a click id of another key, or a shortened, padded or malformed one, is rejected', () => {
  const ids = testClickIds();
  const text = ids.sign(facts);
  const foreign = testClickIds('another key').sign(facts);

  for (const odd of [foreign, text.slice(1), `${text}A`, `${text}==`, ` ${text}`, '', '٣', '-1']) {
    expect(ids.read(odd)).toBeNull();
  }
  expect(ids.read(text)).toEqual(facts);
});

test('[click-ids] after a key change, the new key signs and the ids of both are accepted', () => {
  const mac = (key: string) => (bytes: Uint8Array) =>
    createHmac('sha256', key).update(bytes).digest();
  const [one, two] = [
    { id: 2, mac: mac('one') },
    { id: 77, mac: mac('two') },
  ];
  const earlier = clickIds([one]).sign(facts);
  const unnumbered = clickIds([{ ...one, id: 1 }]).sign(facts);
  const ids = clickIds([two, one]);

  expect(ids.read(earlier)).toEqual(facts);
  expect(ids.read(unnumbered)).toEqual(facts);
  expect(ids.read(ids.sign(facts))).toEqual(facts);
  expect(Uint8Array.fromBase64(ids.sign(facts), { alphabet: 'base64url' })[0]).toBe(77);
  for (const text of [earlier, unnumbered]) expect(clickIds([two]).read(text)).toBeNull();
  // The id of another key must not bypass the MAC.
  const renumbered = Uint8Array.fromBase64(earlier, { alphabet: 'base64url' });
  renumbered[0] = 77;
  expect(ids.read(renumbered.toBase64({ alphabet: 'base64url' }))).toBeNull();
});

test('[click-ids] keys with the same id are distinguished by their MAC', () => {
  const mac = (key: string) => (bytes: Uint8Array) =>
    createHmac('sha256', key).update(bytes).digest();
  const keys = ['one', 'two', 'three'].map((key) => ({ id: 9, mac: mac(key) }));
  const [one, two, three] = keys;
  if (!one || !two || !three) throw new Error('three keys');

  for (const key of keys) {
    expect(clickIds([three, two, one]).read(clickIds([key]).sign(facts))).toEqual(facts);
  }
  expect(clickIds([three, two]).read(clickIds([one]).sign(facts))).toBeNull();
});

test('a destination keeps its query and its fragment unchanged', () => {
  expect(withClickId('https://a.example/', 'X')).toBe('https://a.example/?wp_cid=X');
  expect(withClickId('https://a.example/?a=%20+&b', 'X')).toBe(
    'https://a.example/?a=%20+&b&wp_cid=X',
  );
  expect(withClickId('https://a.example/p#/route?x=1', 'X')).toBe(
    'https://a.example/p?wp_cid=X#/route?x=1',
  );
  expect(withClickId('https://a.example/?q=1#top#2', 'X')).toBe(
    'https://a.example/?q=1&wp_cid=X#top#2',
  );
});

test('a click id replaces the one that a destination has', () => {
  expect(withClickId('https://a.example/?wp_cid=old#top', 'X')).toBe(
    'https://a.example/?wp_cid=X#top',
  );
  expect(withClickId('https://a.example/?a=%20+&wp_cid=old&b&not_wp_cid=1', 'X')).toBe(
    'https://a.example/?a=%20+&b&not_wp_cid=1&wp_cid=X',
  );
});
