import { chmodSync, chownSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'bun:test';
import { cleanUps } from '#tests/support/clean-ups';
import { personAt, signUpAs } from '#tests/support/person';
import { asUser, installedService } from '#tests/support/processes/service';
import { numbersOnceCounted } from '#tests/support/readers/numbers';
import { visit } from '#tests/support/visitor';

const isRoot = process.getuid?.() === 0;
const cleanUp = cleanUps();

test.skipIf(!isRoot)(
  '[commands] root runs every command beside the service and while it is stopped, and leaves no file of its own (needs root)',
  async () => {
    using service = await installedService();
    const { command, place } = service;
    const succeeds = async (line: string, env = {}): Promise<string> => {
      const { code, out, err } = await command(line, { env });
      expect({ line, code, err }).toEqual({ line, code: 0, err: expect.any(String) });
      return out;
    };
    const started = async (env = {}) => {
      const running = await service.start(env);
      cleanUp.add(running.killTree);
      return running;
    };
    const before = service.sources();
    const backups = place('backups');
    const running = await started();
    const owner = await signUpAs(running.url, 'ada@example.com');
    const link = await owner.createLink({ originalUrl: 'https://shop.example/' });
    for (let n = 0; n < 3; n += 1) expect((await visit(link.shortUrl)).status).toBe(302);

    expect(await succeeds('bun run admin find ada@')).toContain('ada@example.com');
    expect(await succeeds('bun run admin access ada@example.com 2030-12-31')).toContain('2030');
    expect(await succeeds(`bun run backup ${backups}`)).toContain('is complete: 1 accounts');
    expect(await succeeds(`bun run backup verify ${backups}`)).toContain(' is good: 1 accounts');
    expect(await succeeds('bun start --dry-run')).toContain('Postgres is up to date');
    expect(await running.stop()).toBe(0);

    expect(await succeeds('bun run admin state')).toContain('accounts: 1\n');
    expect(await succeeds(`bun run backup ${backups}`)).toContain('is complete: 1 accounts');
    expect((await succeeds(`bun run backup list ${backups}`)).trim().split('\n')).toHaveLength(2);
    const back = { DATA_DIR: place('back') };
    expect(await succeeds(`bun run restore ${backups}`, back)).toContain('restored: 1 accounts');
    for (const path of ['data', 'back', 'backups']) {
      expect([path, service.foreignIn(path)]).toEqual([path, []]);
    }
    expect(service.sources()).toEqual(before);

    const again = await started();
    expect((await personAt(again.url, owner.cookie).get('/api/auth/user')).status).toBe(200);
    await again.stop();
    const restored = personAt((await started(back)).url, owner.cookie);
    expect((await numbersOnceCounted(restored, 3, 20)).totalClicks).toBe(3);
  },
  600_000,
);

test.skipIf(!isRoot)(
  '[commands] the service’s user runs a command if it may read the settings, and everybody else gets one clear line (needs root)',
  async () => {
    using service = await installedService();
    const running = await service.start();
    cleanUp.add(running.killTree);
    const list = 'bun run admin state';
    const unreadable = await service.command(list, { before: asUser });
    chmodSync(service.settings, 0o640);
    chownSync(service.settings, 0, service.user);
    const asService = await service.command(list, { before: asUser });
    chmodSync(service.settings, 0o644);
    const stranger = ['setpriv', '--reuid=64322', '--regid=64322', '--clear-groups'];
    const asStranger = await service.command(list, { before: stranger });
    const bound = ['setpriv', '--bounding-set=-all', '--inh-caps=-all'];
    const asBound = await service.command(list, { before: bound });

    expect(unreadable).toMatchObject({ code: 78, out: '' });
    expect(unreadable.err).toContain(
      'waypost.env cannot be read by user 65534 (EACCES): run the command as root',
    );
    expect(asService).toMatchObject({ code: 0, out: expect.stringContaining('accounts: 0\n') });
    expect(asStranger).toMatchObject({ code: 78, out: '' });
    expect(asStranger.err).toContain('belongs to user 65534');
    expect(asBound).toMatchObject({ code: 78, out: '' });
    expect(asBound.err).toContain(
      'it belongs to user 65534, and this command cannot run as that user',
    );
  },
  300_000,
);

test.skipIf(!isRoot)(
  '[clear-start-errors] after an upgrade the service does not start with the old web app, and starts once it is built (needs root)',
  async () => {
    using service = await installedService();
    const packages = join(service.sourcesFolder, 'package.json');
    writeFileSync(
      packages,
      readFileSync(packages, 'utf8').replace('"version": "', '"version": "9'),
    );

    await expect(service.start()).rejects.toThrow('dist contains the web app of other sources');
    expect(await service.command('bun run build')).toMatchObject({ code: 0 });
    const upgraded = await service.start();
    cleanUp.add(upgraded.killTree);

    expect((await fetch(`${upgraded.url}/login`)).status).toBe(200);
  },
  300_000,
);
