import { expect, test } from 'bun:test';
import { cleanUps } from '#tests/support/clean-ups';
import { debianPostgresMissing } from '#tests/support/processes/debian-postgres';
import { startPostgresPair } from '#tests/support/processes/postgres-pair';
import { newDataDir, startWaypost } from '#tests/support/processes/waypost';
import { signUp, type CreatedLink } from '#tests/support/person';
import { numbersOnceCounted } from '#tests/support/readers/numbers';
import { until } from '#tests/support/until';
import { visit } from '#tests/support/visitor';

const cleanUp = cleanUps();
const named = debianPostgresMissing === null ? '' : ` (${debianPostgresMissing})`;

test.skipIf(debianPostgresMissing !== null)(
  `[failover] a standby of Postgres becomes the primary under load: links redirect all the time, and no acknowledged link and no click is lost${named}`,
  async () => {
    const pair = await startPostgresPair();
    cleanUp.add(pair.stop);
    const dataDir = await newDataDir();
    cleanUp.add(dataDir.remove);
    const env = { DATABASE_URL: `${pair.url}?target_session_attrs=read-write` };
    const waypost = await startWaypost({ dataDir: dataDir.path, env, withinSeconds: 120 });
    cleanUp.add(() => waypost.killTree());
    const owner = await signUp(waypost.url);
    await owner.createLink({ originalUrl: 'https://shop.example/', customAlias: 'known' });

    const made: CreatedLink[] = [];
    const refused = new Map<number, number>();
    const visits: number[] = [];
    let isOver = false;
    const makeLinks = async () => {
      while (!isOver) {
        const body = { originalUrl: 'https://new.example/' };
        const answer = await owner.send('POST', '/api/links', body);
        if (answer.status === 201) made.push(await answer.json());
        else refused.set(answer.status, (refused.get(answer.status) ?? 0) + 1);
        await Bun.sleep(200);
      }
    };
    const visitAll = async () => {
      while (!isOver) {
        visits.push((await visit(`${waypost.url}/known`)).status);
        await Bun.sleep(10);
      }
    };
    const running = [makeLinks(), visitAll()];
    const oneMore = (than: number) => until('a link is made', () => made.length > than);

    await oneMore(5);
    await pair.killPrimary();
    await until('links are refused', () => refused.size > 0);
    const before = made.length;
    await pair.promote();
    const promotedAtMs = performance.now();
    await oneMore(before);
    const backAfterMs = performance.now() - promotedAtMs;
    await oneMore(before + 5);
    isOver = true;
    await Promise.all(running);

    expect([...refused.keys()]).toEqual([503]);
    expect([...new Set(visits)]).toEqual([302]);
    const listed: { id: string }[] = await (await owner.get('/api/links')).json();
    const ids = listed.map(({ id }) => id);
    expect(made.filter(({ id }) => !ids.includes(id))).toEqual([]);
    for (const { shortUrl } of made) expect((await visit(shortUrl)).status).toBe(302);
    const clicks = visits.length + made.length;
    expect((await numbersOnceCounted(owner, clicks, 30)).totalClicks).toBe(clicks);
    console.log(
      `${made.length} links, ${visits.length} visits; links again ${Math.round(backAfterMs)} ms after the promotion`,
    );
  },
  240_000,
);
