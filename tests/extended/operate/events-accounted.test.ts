import { afterAll, expect, test } from 'bun:test';
import { signUp } from '#tests/support/person';
import { newDataDir, startWaypost } from '#tests/support/processes/waypost';
import { agents, inParallel, visit } from '#tests/support/visitor';
import { eventually } from '#tests/support/waiting';

const data = await newDataDir();
afterAll(() => data.remove());

/** The values of the metrics of clicks, by their names and reasons. */
async function read(url: string): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const lines = text.matchAll(/^(waypost_spool_\w+)\{event="click"(?:,reason="(\w+)")?\} (\S+)$/gm);
  return new Map(
    [...lines].map(([, name, reason = '', value]) => [`${name}${reason}`, Number(value)]),
  );
}

const sumOf = (metrics: ReadonlyMap<string, number>) => {
  const of = (name: string) => metrics.get(`waypost_spool_${name}`) ?? Number.NaN;
  const dropped = [...metrics]
    .filter(([name]) => name.startsWith('waypost_spool_dropped_total'))
    .reduce((sum, [, value]) => sum + value, 0);
  return of('accepted_total') + of('found_total') - of('stored_total') - of('events') - dropped;
};

test('[never-lost] each scrape under load accounts for every visit, also after a kill', async () => {
  const first = await startWaypost({ dataDir: data.path });
  const owner = await signUp(first.url);
  await owner.createLink({ originalUrl: 'https://example.com/', customAlias: 'counted' });

  const statuses = new Map<number, number>();
  const visits = inParallel({ count: 4000, parallel: 16 }, async () => {
    const headers = { 'user-agent': agents.desktop };
    const { status } = await visit(`${first.url}/counted`, { headers });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  });
  let isOver = false;
  void visits.then(() => (isOver = true));
  let scrapes = 0;
  while (!isOver) {
    const metrics = await read(first.url);
    expect([scrapes, sumOf(metrics), metrics.get('waypost_spool_unaccounted_events')]).toEqual([
      scrapes,
      0,
      0,
    ]);
    scrapes += 1;
  }
  await visits;
  expect([...statuses]).toEqual([[302, 4000]]);
  expect((await read(first.url)).get('waypost_spool_accepted_total')).toBe(4000);
  const stored = async (url: string) => (await read(url)).get('waypost_spool_stored_total') ?? 0;
  expect(
    await eventually(
      () => stored(first.url),
      (count) => count === 4000,
    ),
  ).toBe(4000);

  await inParallel({ count: 300, parallel: 16 }, () => visit(`${first.url}/counted`));
  await first.killTree();
  const second = await startWaypost({ dataDir: data.path });
  const settled = await eventually(
    () => read(second.url),
    (metrics) =>
      metrics.get('waypost_spool_events') === 0 &&
      metrics.get('waypost_spool_found_total') === metrics.get('waypost_spool_stored_total'),
  );
  expect(sumOf(settled)).toBe(0);
  await second.stop();
}, 120_000);
