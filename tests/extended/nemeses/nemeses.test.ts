import { expect, test } from 'bun:test';
import { nemeses } from '#tests/faults/nemeses/nemeses';
import { runRounds } from '#tests/faults/nemeses/round';
import { noSmallDisk } from '#tests/support/processes/small-disk';

const withoutDisk = noSmallDisk();
if (withoutDisk !== null) console.log(`skipped: a full disk, because ${withoutDisk}`);

for (const nemesis of nemeses) {
  const isImpossible = nemesis.setting?.diskMegabytes !== undefined && withoutDisk !== null;
  test.skipIf(isImpossible)(
    `[never-lost] [counted-once] ${nemesis.name}: every accepted visit is stored once, and every total is its recount`,
    async () => {
      const howLong = { isEnough: (rounds: number) => rounds === 2, isControl: false };

      const done = await runRounds(nemesis, howLong);

      expect(done.accepted).toBeGreaterThan(0);
      expect(done.wrong).toEqual([]);
    },
    300_000,
  );
}
