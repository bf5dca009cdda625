import { expect, test } from 'bun:test';
import { cleanUps } from '#tests/support/clean-ups';
import { signUp } from '#tests/support/person';
import { testDatabase } from '#tests/support/databases/postgres';
import { eventually } from '#tests/support/waiting';
import { newDataDir, startWaypost } from '#tests/support/processes/waypost';

const cleanUp = cleanUps();

test('[health] while all Postgres connections are in use /readyz reports it, and links redirect', async () => {
  const [database, dataDir] = await Promise.all([testDatabase(), newDataDir()]);
  cleanUp.add(dataDir.remove);
  cleanUp.add(database.drop);
  const env = { DATABASE_URL: database.url };
  const waypost = await startWaypost({ dataDir: dataDir.path, env });
  cleanUp.add(() => waypost.killTree());
  const owner = await signUp(waypost.url);
  const link = await owner.createLink({ originalUrl: 'https://shop.example/' });
  const readiness = async () => {
    const answer = await fetch(`${waypost.url}/readyz`);
    const said: Readiness = await answer.json();
    return { code: answer.status, ...said };
  };
  expect(await readiness()).toMatchObject({ code: 200, dependencies: { postgres: 'up' } });

  // Each call that reads its session holds a connection and waits for this lock.
  const end = Promise.withResolvers<void>();
  const locked = database.sql.begin(async (tx) => {
    await tx`LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE`;
    await end.promise;
  });
  const asking = { isOver: false };
  cleanUp.add(() => {
    asking.isOver = true;
    end.resolve();
  });
  const askers = Array.from({ length: 20 }, async () => {
    while (!asking.isOver) await (await owner.get('/api/links')).text();
  });
  const down = await eventually(readiness, ({ dependencies }) => dependencies.postgres === 'down');
  const followed = await fetch(`${waypost.url}/${link.shortCode}`, { redirect: 'manual' });

  expect(down).toMatchObject({ code: 200, status: 'degraded' });
  expect(followed.status).toBe(302);
  asking.isOver = true;
  end.resolve();
  await Promise.all([locked, ...askers]);
  await eventually(readiness, ({ dependencies }) => dependencies.postgres === 'up');
  expect((await owner.get('/api/links')).status).toBe(200);
});

type Readiness = {
  readonly status: string;
  readonly dependencies: { readonly postgres: string };
};
