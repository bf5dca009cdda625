import { expect, test } from 'bun:test';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '#tests/support/temp-folder';
import { until } from '#tests/support/until';

const launcher = join(import.meta.dir, '../../src/launch/launcher.ts');
const application = `
  const { stopWithLauncher } = await import('${launcher}');
  const { appendFileSync } = await import('node:fs');
  process.on('SIGTERM', () => { appendFileSync(process.argv[1], 'stopped'); process.exit(0); });
  stopWithLauncher();
  appendFileSync(process.argv[1], 'up');
  setTimeout(() => process.exit(1), 30_000);
`;

test.skipIf(process.platform !== 'linux')(
  'an application whose npm is killed stops gracefully (needs /proc)',
  async () => {
    using folder = tempFolder();
    const said = join(folder.path, 'said');
    const log = () => readFileSync(said, { encoding: 'utf8', flag: 'a+' });
    const shell = '"$0" -e "$1" "$2"; exit';
    const npm = Bun.spawn(
      ['sh', '-c', `sh -c '${shell}' "$0" "$1" "$2"; exit`, process.execPath, application, said],
      {
        argv0: 'npm exec bun start',
      },
    );
    await until('the application is up', () => log() === 'up');

    npm.kill('SIGKILL');

    await until('the application has stopped', () => log() === 'upstopped');
    expect(log()).toBe('upstopped');
  },
);

test.skipIf(process.platform !== 'linux')(
  'an application whose `bun start` is another installation of Bun stops with it (needs /proc)',
  async () => {
    using folder = tempFolder();
    const said = join(folder.path, 'said');
    const log = () => readFileSync(said, { encoding: 'utf8', flag: 'a+' });
    const otherBun = join(folder.path, 'bun');
    copyFileSync(process.execPath, otherBun);
    writeFileSync(
      join(folder.path, 'application.ts'),
      application.replaceAll('argv[1]', 'argv[2]'),
    );
    const start = `${process.execPath} application.ts ${said}; exit`;
    writeFileSync(join(folder.path, 'package.json'), JSON.stringify({ scripts: { start } }));
    const runner = Bun.spawn([otherBun, 'start'], {
      cwd: folder.path,
      stdio: ['ignore', 'ignore', 'ignore'],
    });
    await until('the application is up', () => log() === 'up');

    runner.kill('SIGKILL');

    await until('the application has stopped', () => log() === 'upstopped');
    expect(log()).toBe('upstopped');
  },
);
