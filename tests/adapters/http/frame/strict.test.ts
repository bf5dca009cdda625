import { expect, test } from 'bun:test';
import * as z from 'zod/mini';
import { moment } from '#contract/fields';
import { unknownFields } from '#adapters/http/frame/unknown-fields';

const schema = z.object({
  name: z.optional(z.string()),
  at: z.nullable(moment),
  days: z.array(z.object({ day: z.string() })),
  byName: z.record(z.string(), z.object({ n: z.number() })),
  goal: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('revenue'), currency: z.string() }),
    z.object({ kind: z.literal('event'), type: z.string() }),
  ]),
});

const known = {
  name: 'Sale',
  at: null,
  days: [{ day: 'Monday' }],
  byName: { any: { n: 1 } },
  goal: { kind: 'event', type: 'sale' },
};

test('a value with the fields of its schema alone has no unknown ones', () => {
  expect(unknownFields(schema, known)).toEqual([]);
});

test.each([
  ['at the top', { ...known, nmae: 1 }, 'nmae'],
  ['in a list', { ...known, days: [{ day: 'Monday' }, { day: 'Sunday', hour: 1 }] }, 'days.1.hour'],
  ['in a record', { ...known, byName: { any: { n: 1, m: 2 } } }, 'byName.any.m'],
  ['in one kind of several', { ...known, goal: { ...known.goal, x: 1 } }, 'goal.x'],
  ['that every object inherits', { ...known, constructor: 1 }, 'constructor'],
  ['with a long name', { ...known, ['x'.repeat(300)]: 1 }, 'x'.repeat(100)],
])('an unknown field %s is named', (_, value, path) => {
  expect(unknownFields(schema, value)).toEqual([path]);
});

test('at most ten are named', () => {
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`x${n}`, n]));
  expect(unknownFields(schema, many)).toHaveLength(10);
});
