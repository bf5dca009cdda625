import { expect, test } from 'bun:test';
import { cleanUps } from '#tests/support/clean-ups';
import { startedDataDir } from '#tests/support/processes/started-data-dir';
import { startWaypost } from '#tests/support/processes/waypost';
import { signUpConfirmed } from '#tests/support/person';
import { visit } from '#tests/support/visitor';
import { eventually } from '#tests/support/waiting';

const dataDir = await startedDataDir();
const cleanUp = cleanUps();
cleanUp.add(dataDir.remove);

test('[sql-protocol] a person’s own program queries the clicks of a started Waypost', async () => {
  const waypost = await startWaypost({ dataDir: dataDir.path });
  cleanUp.add(() => waypost.killTree());
  const [owner, another] = await Promise.all([
    signUpConfirmed(waypost.url, dataDir.path),
    signUpConfirmed(waypost.url, dataDir.path),
  ]);
  const link = await owner.createLink({ originalUrl: 'https://shop.example/' });
  const strangers = await another.createLink({ originalUrl: 'https://other.example/' });
  const made = await owner.send('POST', '/api/keys', { name: 'Notebook', scopes: ['sql'] });
  const { key } = await made.json();
  const ask = async (query: string): Promise<string> => {
    const authorization = `Basic ${btoa(`me:${key}`)}`;
    const answer = await fetch(`${waypost.url}/clickhouse`, {
      method: 'POST',
      body: query,
      headers: { authorization },
    });
    return (await answer.text()).trim();
  };

  for (const { shortCode } of [link, link, strangers]) await visit(`${waypost.url}/${shortCode}`);

  const counted = 'SELECT count() FROM clicks';
  expect(
    await eventually(
      () => ask(counted),
      (count) => count === '2',
      30,
    ),
  ).toBe('2');
  expect(
    await ask(`SELECT original_url, count() FROM clicks JOIN links USING link_id GROUP BY ALL`),
  ).toBe('https://shop.example/\t2');
  expect(await ask(`SELECT file('/etc/passwd')`)).toContain('Code: 46.');
  expect(await ask('SELECT count() FROM waypost.clicks')).toContain('Code: 60.');

  const activity = async (): Promise<Record<string, unknown>[]> =>
    (await (await owner.get('/api/v1/activity')).json()).data;
  const isRecorded = (events: Record<string, unknown>[]) =>
    events.some(({ event, actor, detail }) =>
      [event, actor, detail].every((value, at) => value === ['statement_run', 'key', counted][at]),
    );
  expect(isRecorded(await eventually(activity, isRecorded, 20))).toBe(true);
  expect((await owner.send('DELETE', `/api/links/${link.id}`)).status).toBe(204);
  expect(await ask(counted)).toBe('0');
  await waypost.stop();
}, 120_000);
