import { expect, test } from 'bun:test';
import { cleanUps } from '#tests/support/clean-ups';
import { numbersNow, numbersOnceCounted, sumOfClicks } from '#tests/support/readers/numbers';
import { personAt, signUp } from '#tests/support/person';
import { inParallel, visit } from '#tests/support/visitor';
import { startedDataDir } from '#tests/support/processes/started-data-dir';
import { startWaypost, type Waypost } from '#tests/support/processes/waypost';

const rounds = Number(process.env['WAYPOST_FAULT_ROUNDS'] ?? 3);
const dataDir = await startedDataDir();
let waypost: Waypost | undefined;
const cleanUp = cleanUps();
cleanUp.add(dataDir.remove);
cleanUp.add(() => waypost?.killTree());

/**
 * Sends visits, 20 at a time; returns how many were answered and how many were begun before the
 * kill.
 */
async function visitUntilKilled(running: Waypost, code: string, killAfter: number) {
  let answered = 0;
  let begun = 0;
  let killed: Promise<void> | undefined;
  await inParallel({ count: 200, parallel: 20 }, async () => {
    begun += 1;
    const status = await visit(`${running.url}/${code}`).then(
      (answer) => answer.status,
      () => 'cut off' as const,
    );
    if (status === 302) answered += 1;
    if (answered === killAfter) killed ??= running.killTree();
  });
  await (killed ?? running.killTree());
  return { answered, begun };
}

test(`[never-lost] [counted-once] every visit whose 302 arrived is counted once, over ${rounds} kills of all processes`, async () => {
  waypost = await startWaypost({ dataDir: dataDir.path });
  const owner = await signUp(waypost.url);
  const link = await owner.createLink({ originalUrl: 'https://shop.example/' });
  let certain = 0;
  let possible = 0;

  for (let round = 0; round < rounds; round++) {
    const killAfter = 20 + Math.floor(Math.random() * 160);
    const { answered, begun } = await visitUntilKilled(waypost, link.shortCode, killAfter);
    certain += answered;
    possible += begun;
    waypost = await startWaypost({ dataDir: dataDir.path });

    const numbers = await numbersOnceCounted(personAt(waypost.url, owner.cookie), certain, 20);

    // A visit cut off by the kill may have been written without its response arriving; never more.
    console.log(
      `round ${round}: killed after ${killAfter}; answered ${certain}, counted ${numbers.totalClicks}, begun ${possible}`,
    );
    expect(numbers.totalClicks).toBeLessThanOrEqual(possible);
    expect(sumOfClicks(numbers.clicksOverTime)).toBe(numbers.totalClicks);
    certain = numbers.totalClicks;
    possible = numbers.totalClicks;
  }

  // No visit is counted twice later.
  const settled = await numbersNow(personAt(waypost.url, owner.cookie));
  expect(settled.totalClicks).toBe(certain);
}, 600_000);
