import { expect, test } from 'bun:test';
import { cleanUps } from '#tests/support/clean-ups';
import { runConversionsSession, runReadmeSession } from '#tests/support/readers/readme-session';
import { newDataDir, startWaypost, type Waypost } from '#tests/support/processes/waypost';

const dataDir = await newDataDir();
let waypost: Waypost | undefined;
const cleanUp = cleanUps();
cleanUp.add(dataDir.remove);
cleanUp.add(() => waypost?.killTree());

/** Starts Waypost for the first test that asks. */
async function startedUrl(): Promise<string> {
  waypost ??= await startWaypost({ dataDir: dataDir.path });
  return waypost.url;
}

test('[one-command] the commands of README’s first session work as written', async () => {
  const session = await runReadmeSession(await startedUrl());

  expect(session.complaints).toBe('');
  expect(session.exitCode).toBe(0);
  expect(session.printed).toContain('302 https://example.com/summer');
  expect(session.printed).toContain('302 https://example.com/a');
  expect(session.printed).toContain('302 https://example.com/b');
  expect(session.printed).toContain('"totalClicks":4');
  expect(session.printed).toContain('"orderId":"A-17"');
  expect(session.printed).toContain('Short URL,Original URL,Alias');
});

test('[manuals] the session of docs/conversions.md works as written, and counts what it says @more', async () => {
  const session = await runConversionsSession(await startedUrl(), dataDir.path);

  expect(session.complaints).toBe('');
  expect(session.exitCode).toBe(0);
  const lines = session.printed.trim().split('\n');
  expect(lines).toContain('200 image/gif');
  const answers = lines.filter((line) => line.startsWith('{"status":'));
  const [accepted, ignored] = ['{"status":"accepted"}', '{"status":"ignored"}'];
  expect(answers).toEqual([accepted, accepted, accepted, ignored, ignored]);
  const [first, second, ...others] = lines.filter((line) => /^{"id":"[^"]+"}$/.test(line));
  expect(second).toBe(first ?? '');
  expect(others).toEqual([]);

  const [list = '', attempts = ''] = lines.slice(-2);
  const { data: conversions } = JSON.parse(list);
  const shown = { source: 'postback', trust: 'confirmed', country: null, device: 'desktop' };
  expect(conversions).toMatchObject([
    { ...shown, eventType: 'subscription', value: 1900, currency: 'EUR', source: 'api' },
    { eventType: 'sale', value: -2000, profit: 0, isRefund: true, orderId: 'A-17' },
    { ...shown, eventType: 'lead', value: 0 },
    { ...shown, eventType: 'sale', value: 4750, profit: 1200, orderId: 'A-17', isRefund: false },
  ]);
  const outcomes = JSON.parse(attempts).data.map(({ outcome }: { outcome: string }) => outcome);
  expect(outcomes).toEqual(['test', 'ignored', 'recorded', 'recorded', 'repeat', 'recorded']);
});
