import { expect, test } from 'bun:test';
import { cleanUps } from '#tests/support/clean-ups';
import { runReadmeSession } from '#tests/support/readers/readme-session';
import { newDataDir, startWaypost, type Waypost } from '#tests/support/processes/waypost';

const dataDir = await newDataDir();
let waypost: Waypost | undefined;
const cleanUp = cleanUps();
cleanUp.add(dataDir.remove);
cleanUp.add(() => waypost?.killTree());

test('[one-command] the commands of README’s first session work as written', async () => {
  waypost = await startWaypost({ dataDir: dataDir.path });

  const session = await runReadmeSession(waypost.url);

  expect(session.complaints).toBe('');
  expect(session.exitCode).toBe(0);
  expect(session.printed).toContain('302 https://example.com/summer');
  expect(session.printed).toContain('302 https://example.com/a');
  expect(session.printed).toContain('302 https://example.com/b');
  expect(session.printed).toContain('"totalClicks":4');
  expect(session.printed).toContain('"orderId":"A-17"');
  expect(session.printed).toContain('Short URL,Original URL,Alias');
});
