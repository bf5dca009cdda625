import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { caseCount } from '#tests/support/extent';
import {
  drainSimulation,
  longAgoMs,
  type Happening,
} from '#tests/support/processes/drain-simulation';

const host = fc.nat(2);
const just = <Kind extends string>(kind: Kind) => fc.record({ kind: fc.constant(kind) });
const onHost = <Kind extends string>(kind: Kind) => fc.record({ kind: fc.constant(kind), host });

const onOneHost: fc.Arbitrary<Happening>[] = [
  fc.record({
    kind: fc.constant('visits'),
    host,
    count: fc.integer({ min: 1, max: 6 }),
    poisonAt: fc.integer({ min: -6, max: 5 }),
    isSynced: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('step'),
    host,
    mishap: fc.constantFrom('none', 'answer lost', 'request lost', 'late'),
    killBefore: fc.oneof(fc.constant(1000), fc.integer({ min: 1, max: 12 })),
  }),
  fc.oneof(
    onHost('kill'),
    fc.record({
      kind: fc.constant('power loss'),
      host,
      kept: fc.array(fc.boolean(), { maxLength: 8 }),
    }),
  ),
  fc.oneof(just('store away'), just('store back'), just('late arrives'), just('tokens forgotten')),
];

async function expectEachOnce(visitAgeMs: number, happenings: readonly Happening[]): Promise<void> {
  const simulation = drainSimulation(visitAgeMs);
  for (const happening of happenings) await simulation.happen(happening);

  const { good, poisoned, atRisk, stored, dead } = await simulation.end();

  const found = new Set([...stored, ...dead]);
  const isDue = (clickId: string) => !atRisk.has(clickId) || found.has(clickId);
  expect(stored.toSorted()).toEqual([...good].filter(isDue).toSorted());
  expect([...new Set(dead)].toSorted()).toEqual([...poisoned].filter(isDue).toSorted());
}

test('[never-lost] [counted-once] through kills, power failures and lost responses, each visit is stored once and each invalid one set aside', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(...onOneHost), { maxLength: 40 }), (happenings) =>
      expectEachOnce(0, happenings),
    ),
    { numRuns: caseCount({ check: 1500, extended: 10_000 }) },
  );
});

test('[counted-once] restored and running copies of a spool store no visit twice and lose none', async () => {
  const withCopies = fc.oneof(...onOneHost, onHost('copy'));
  await fc.assert(
    fc.asyncProperty(fc.array(withCopies, { maxLength: 40 }), (happenings) =>
      expectEachOnce(longAgoMs, happenings),
    ),
    { numRuns: caseCount({ check: 1500, extended: 10_000 }) },
  );
});
