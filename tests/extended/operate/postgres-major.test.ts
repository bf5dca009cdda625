import { expect, test } from 'bun:test';
import { cleanUps } from '#tests/support/clean-ups';
import {
  debianPostgresMissing,
  startDebianPostgres,
} from '#tests/support/processes/debian-postgres';
import { operate } from '#tests/support/processes/operate';
import { newDataDir, startWaypost } from '#tests/support/processes/waypost';
import { personAt, signUp } from '#tests/support/person';
import { numbersOnceCounted } from '#tests/support/readers/numbers';
import { visit } from '#tests/support/visitor';

const cleanUp = cleanUps();
const named = debianPostgresMissing === null ? '' : ` (${debianPostgresMissing})`;

async function aFolder(): Promise<string> {
  const { path, remove } = await newDataDir();
  cleanUp.add(remove);
  return path;
}

test.skipIf(debianPostgresMissing !== null)(
  `[backup-whole] a backup from one major version of Postgres is restored into another one, in both directions${named}`,
  async () => {
    const [older, newer, place] = [await aFolder(), await aFolder(), await aFolder()];
    const debian = await startDebianPostgres();
    cleanUp.add(debian.stop);
    const onDebian = { DATABASE_URL: debian.url };
    const first = await startWaypost({ dataDir: older, env: onDebian, withinSeconds: 120 });
    cleanUp.add(() => first.killTree());
    const owner = await signUp(first.url);
    await owner.createLink({ originalUrl: 'https://shop.example/', customAlias: 'kept' });
    for (let n = 0; n < 3; n += 1) await visit(`${first.url}/kept`);
    await numbersOnceCounted(owner, 3, 20);
    await first.stop();

    const taken = await operate(['backup', place], { DATA_DIR: older, ...onDebian });
    expect(taken).toMatchObject({ code: 0, err: '' });
    const restored = await operate(['restore', place], { DATA_DIR: newer });
    expect(restored).toMatchObject({ code: 0, err: '' });

    const builtIn = await startWaypost({ dataDir: newer, withinSeconds: 120 });
    cleanUp.add(() => builtIn.killTree());
    await visit(`${builtIn.url}/kept`);
    expect((await numbersOnceCounted(personAt(builtIn.url, owner.cookie), 4, 20)).totalClicks).toBe(
      4,
    );
    await builtIn.stop();

    const another = await startDebianPostgres();
    cleanUp.add(another.stop);
    const back = { DATA_DIR: await aFolder(), DATABASE_URL: another.url };
    expect(await operate(['backup', place], { DATA_DIR: newer })).toMatchObject({
      code: 0,
      err: '',
    });
    expect(await operate(['restore', place], back)).toMatchObject({ code: 0, err: '' });
    const again = await startWaypost({
      dataDir: back.DATA_DIR,
      withinSeconds: 120,
      env: { DATABASE_URL: another.url },
    });
    cleanUp.add(() => again.killTree());
    expect((await visit(`${again.url}/kept`)).headers.get('location')).toBe(
      'https://shop.example/',
    );
    expect((await numbersOnceCounted(personAt(again.url, owner.cookie), 5, 20)).totalClicks).toBe(
      5,
    );
  },
  400_000,
);
