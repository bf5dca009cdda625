import { expect, test } from 'bun:test';
import * as z from 'zod/mini';
import { writerOf } from '#adapters/http/frame/writer';

const moment = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});
const at = new Date(Date.UTC(2026, 5, 1, 12, 0, 0, 123));

test('an answer has the fields of its schema alone, in lists and inside others too', () => {
  const Tag = z.readonly(z.object({ name: z.string() }));
  const Person = z.object({ id: z.string(), tags: z.array(Tag) });
  const write = writerOf(z.array(Person));
  const stored = { id: '1', passwordHash: 'secret', tags: [{ name: 'a', userId: '1' }] };

  expect(write([stored])).toEqual([{ id: '1', tags: [{ name: 'a' }] }]);
});

test('dates become text, and what is absent or null stays so', () => {
  const write = writerOf(
    z.object({ at: moment, usedAt: z.nullable(moment), endsAt: z.optional(moment) }),
  );

  expect(write({ at, usedAt: null })).toEqual({ at: '2026-06-01T12:00:00.123Z', usedAt: null });
});

test('of an answer of several kinds, the fields of its own kind are sent', () => {
  const write = writerOf(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('paid'), at: moment }),
      z.object({ kind: z.literal('free') }),
    ]),
  );

  expect(write({ kind: 'paid', at, card: '4242' })).toEqual({
    kind: 'paid',
    at: at.toISOString(),
  });
  expect(write({ kind: 'free', at })).toEqual({ kind: 'free' });
  expect(() => write({ kind: 'gone' })).toThrow("'gone'");
});

test('of kinds that no field tells apart, the first with all of its fields is sent', () => {
  const write = writerOf(z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]));

  expect(write({ b: 'b', c: 'c' })).toEqual({ b: 'b' });
  expect(write({ a: 'a', b: 'b' })).toEqual({ a: 'a' });
  expect(() => write({ c: 'c' })).toThrow('no kind');
});
