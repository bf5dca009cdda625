import { expect, test } from 'bun:test';
import type { RawConversion, Conversion } from '#core/conversions/conversion';
import { storeConversions } from '#core/conversions/store-conversions';
import { aReport } from '#tests/support/builders/conversions';

const poison = 'poison';
const batch = { id: crypto.randomUUID(), day: '2026-11-21', mayBeStored: false };

/** One batch of these reports in front of a store in memory that refuses poison. */
function worldOf(reports: readonly RawConversion[]) {
  const rows: Conversion[] = [];
  const happened: string[] = [];
  const parts: (readonly (readonly RawConversion[])[])[] = [];
  const store = storeConversions({
    batches: {
      oldest: async () => batch,
      after: async () => null,
      read: async () => reports,
      remove: async () => void happened.push('removed'),
      split: async (_, made) => void parts.push(made),
      bury: async () => void happened.push('buried'),
    },
    clicks: { find: async () => [] },
    conversions: {
      known: async () => rows,
      insert: async (_, versions) => {
        if (versions.some(({ orderId }) => orderId === poison)) {
          return { kind: 'refused', reason: poison };
        }
        rows.push(...versions);
        return { kind: 'stored' };
      },
    },
    isErased: (linkId) => linkId === erased,
    onStored: (id) => void happened.push(`told ${id}`),
    keyedHash: () => 1n,
    cookieKey: null,
    findSalt: async () => new Uint8Array(32),
    addressStorage: 'none',
  });
  return { store, rows, happened, parts };
}

const erased = crypto.randomUUID();
const order = (orderId: string, change: Partial<RawConversion> = {}) =>
  aReport({ id: crypto.randomUUID(), orderId, ...change });
const unsuspected = { mayBeStored: false, wasRefused: false };

test('repeats within a batch, and between the parts of a large one, become one row', async () => {
  const reports = Array.from({ length: 1200 }, (_, index) => order(`o${index % 600}`));
  const world = worldOf(reports);

  const attempt = await world.store(batch, unsuspected);

  expect(attempt).toEqual({ kind: 'stored', clicks: 0, conversions: 600 });
  expect(new Set(world.rows.map(({ key }) => key)).size).toBe(600);
  expect(world.rows[0]?.id).toBe(reports[0]?.id ?? '');
  expect(world.happened).toEqual(['removed', `told ${batch.id}`]);
});

test('a repeated attempt at a stored batch adds nothing', async () => {
  const world = worldOf([order('a'), order('b')]);
  await world.store(batch, unsuspected);

  const attempt = await world.store(batch, { mayBeStored: true, wasRefused: false });

  expect(attempt).toMatchObject({ kind: 'stored', conversions: 0 });
  expect(world.rows).toHaveLength(2);
});

test('only conversions of erased links get no row, and they are reported as done', async () => {
  const world = worldOf([order('a', { linkId: erased })]);

  expect(await world.store(batch, unsuspected)).toMatchObject({ kind: 'stored', conversions: 0 });

  expect(world.rows).toEqual([]);
  expect(world.happened).toEqual(['removed', `told ${batch.id}`]);
});

test('a batch rejected twice is halved, and a single rejected conversion is set aside', async () => {
  const [good, bad] = [order('good'), order(poison)];
  const two = worldOf([good, bad]);
  const alone = worldOf([bad]);
  const again = { mayBeStored: true, wasRefused: true };

  expect(await two.store(batch, unsuspected)).toEqual({ kind: 'refused', reason: poison });
  expect(await two.store(batch, again)).toEqual({ kind: 'split' });
  expect(await alone.store(batch, again)).toEqual({ kind: 'buried' });

  expect(two.parts).toEqual([[[good], [bad]]]);
  expect(alone.happened).toEqual(['buried']);
});
