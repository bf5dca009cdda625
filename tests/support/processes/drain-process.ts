import { readdirSync } from 'node:fs';
import { spoolFolder, readSegmentFile } from '#adapters/spool/segments';
import { startDrain } from '#adapters/spool/drain/drain-worker';
import type { DrainSettings } from '#adapters/spool/drain/drain-messages';

/** A process with only a drain, to be killed. Its settings are its argument. */
const settings: DrainSettings = JSON.parse(Bun.argv[2] ?? '');

startDrain({
  entry: new URL('../../../src/drain.ts', import.meta.url),
  settings,
  abandoned: () =>
    readdirSync(spoolFolder(settings.dataDir)).filter(
      (file) => readSegmentFile(file)?.state === 'open',
    ),
  onHandOver: () => {},
  log: (level, text) => console.error(level, text),
});
