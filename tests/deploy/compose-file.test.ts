import { expect, test } from 'bun:test';
import { join } from 'node:path';

const root = join(import.meta.dir, '../..');
const composer = Bun.which('docker-compose');
const secrets = { APP_SECRET: 'a', POSTGRES_PASSWORD: 'b', CLICKHOUSE_PASSWORD: 'c' };

const config = (env: Record<string, string>) =>
  Bun.spawnSync([composer ?? '', 'config'], { cwd: root, env: { PATH: '/usr/bin:/bin', ...env } });

const named = composer ? '' : ' (needs docker-compose)';

test.skipIf(!composer)(`compose.yaml is valid and configures both servers${named}`, () => {
  const { exitCode, stdout } = config(secrets);

  expect(exitCode).toBe(0);
  expect(stdout.toString()).toContain('DATABASE_URL: postgres://waypost:b@postgres:5432/waypost');
  expect(stdout.toString()).toContain('CLICKHOUSE_URL: http://waypost:c@clickhouse:8123/waypost');
});

test.skipIf(!composer)(`compose.yaml refuses to start without its secrets${named}`, () => {
  for (const name of Object.keys(secrets)) {
    const { exitCode, stderr } = config({ ...secrets, [name]: '' });

    expect(exitCode).not.toBe(0);
    expect(stderr.toString()).toContain(`put ${name} into .env`);
  }
});
