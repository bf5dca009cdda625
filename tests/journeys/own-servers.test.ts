import { expect, test } from 'bun:test';
import { cleanUps } from '#tests/support/clean-ups';
import { debianPostgresMissing } from '#tests/support/processes/debian-postgres';
import { startOwnServers } from '#tests/support/processes/own-servers';
import { numbersOnceCounted, sumOfClicks } from '#tests/support/readers/numbers';
import { personAt, signUp } from '#tests/support/person';
import { inParallel, visit } from '#tests/support/visitor';
import { eventually } from '#tests/support/waiting';
import { newDataDir, startWaypost } from '#tests/support/processes/waypost';

if (debianPostgresMissing !== null) {
  console.log(`skipped: Waypost on servers of the operator's, because ${debianPostgresMissing}`);
}

const cleanUp = cleanUps();

/** One more Waypost on the shared servers, with its own data folder. */
async function instanceOn(env: Readonly<Record<string, string>>) {
  const dataDir = await newDataDir();
  cleanUp.add(dataDir.remove);
  const waypost = await startWaypost({ dataDir: dataDir.path, env });
  cleanUp.add(() => waypost.killTree());
  return waypost;
}

test.skipIf(debianPostgresMissing !== null)(
  '[several-instances] two instances with the same external Postgres and ClickHouse show the same data, and lose nothing',
  async () => {
    const { env, stop } = await startOwnServers();
    cleanUp.add(stop);

    const [first, second] = await Promise.all([instanceOn(env), instanceOn(env)]);
    const owner = await signUp(first.url);
    const link = await owner.createLink({ originalUrl: 'https://shop.example/a' });
    let visits = 0;
    const follow = (instance: { url: string }) => {
      visits += 1;
      return visit(`${instance.url}/${link.shortCode}`);
    };
    const here = await follow(first);
    const there = await follow(second);

    expect([here.status, there.status]).toEqual([302, 302]);

    const elsewhere = personAt(second.url, owner.cookie);
    const edit = await elsewhere.send('PUT', `/api/links/${link.id}`, {
      originalUrl: 'https://shop.example/b',
    });
    expect(edit.status).toBe(200);
    await eventually(
      async () => (await follow(first)).headers.get('location'),
      (location) => location === 'https://shop.example/b',
      5,
    );

    await inParallel({ count: 200, parallel: 20 }, (index) =>
      follow(index % 2 === 0 ? first : second),
    );
    const numbers = await numbersOnceCounted(elsewhere, visits);
    expect(numbers.totalClicks).toBe(visits);
    expect(sumOfClicks(numbers.clicksOverTime)).toBe(numbers.totalClicks);
    expect(await first.stop()).toBe(0);
    expect(await second.stop()).toBe(0);
  },
  120_000,
);
