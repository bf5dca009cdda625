import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { signUpAs } from '#tests/support/person';
import { newDataDir, startWaypost } from '#tests/support/processes/waypost';

const root = join(import.meta.dir, '../../..');

/** Runs `bun run admin …` beside the running instance; returns its code and both outputs. */
async function admin(dataDir: string, args: readonly string[], env: Record<string, string> = {}) {
  const child = Bun.spawn([process.execPath, 'src/launch/operate.ts', 'admin', ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [text, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, text: text + errors };
}

test('bun run admin finds, disables and helps accounts of a running instance', async () => {
  const data = await newDataDir();
  const waypost = await startWaypost({ dataDir: data.path });
  try {
    const ada = await signUpAs(waypost.url, 'ada@example.com');

    expect((await admin(data.path, ['state'])).text).toContain('accounts: 1\n');
    expect((await admin(data.path, ['find', 'ADA@'])).text).toContain('not confirmed  trial');
    expect((await admin(data.path, ['access', 'ada@example.com', '2050-01-01'])).text).toContain(
      'trial until 2050-01-01',
    );
    const { trialEndsAt } = await (await ada.get('/api/auth/user')).json();
    expect(trialEndsAt).toBe('2050-01-01T23:59:59.000Z');
    for (const noDay of ['2050-02-30', '2050-1-1', 'tomorrow']) {
      expect(await admin(data.path, ['access', 'ada@example.com', noDay])).toMatchObject({
        code: 78,
      });
    }
    expect((await admin(data.path, ['mails', 'ada@example.com'])).code).toBe(0);
    expect(await admin(data.path, ['reset-link', 'ada@example.com'])).toMatchObject({
      code: 78,
      text: 'waypost: The address of this account is not confirmed\n',
    });
    expect((await admin(data.path, ['disable', 'ada@example.com'])).text).toContain(
      'disabled since',
    );
    expect((await admin(data.path, ['enable', 'ada@example.com'])).code).toBe(0);
    expect(await admin(data.path, ['show', 'eve@example.com'])).toMatchObject({ code: 78 });
    expect(await admin(data.path, ['frobnicate'])).toMatchObject({ code: 78 });
    expect((await admin(data.path, [])).text).toContain('reset-link ACCOUNT');

    for (let n = 0; n < 20; n += 1) await signUpAs(waypost.url, `${n}ada@example.com`);
    expect((await admin(data.path, ['show', 'ada@example.com'])).text).toContain(
      ' ada@example.com',
    );
    expect((await admin(data.path, ['find', 'ada@'])).text).toContain(
      'At most 20 accounts are shown',
    );

    const events = await (await ada.get('/api/v1/activity')).text();
    expect(events).toContain('"event":"operator_plan"');
    expect(events).toContain('command line');
  } finally {
    await waypost.killTree();
    await data.remove();
  }
}, 120_000);
