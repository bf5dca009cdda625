import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUps } from '#tests/support/clean-ups';
import { startedDataDir } from '#tests/support/processes/started-data-dir';
import { startWaypost } from '#tests/support/processes/waypost';
import { eventually } from '#tests/support/waiting';

const cleanUp = cleanUps();

test('a backup place that cannot be written raises an alarm: a failed job, /readyz, a mail, a metric @more', async () => {
  const installed = await startedDataDir();
  cleanUp.add(installed.remove);
  const waypost = await startWaypost({
    dataDir: installed.path,
    env: { BACKUP_TO: '/dev/null/backups', SUPPORT_EMAIL: 'ops@go.example' },
  });
  cleanUp.add(waypost.killTree);

  const ready = await eventually(
    async () => (await fetch(`${waypost.url}/readyz`)).json(),
    ({ dependencies }) => dependencies.backups === 'degraded',
  );
  expect(ready).toMatchObject({
    status: 'degraded',
    details: { backups: 'The last scheduled backup failed. The log has the error' },
  });

  const metrics = await (await fetch(`${waypost.url}/metrics`)).text();
  expect(metrics).toContain('waypost_job_failures_total{task="schedule backups"} 1\n');
  expect(metrics).not.toContain('last_success_timestamp_seconds{task="schedule backups"}');
  expect(metrics).toContain('waypost_backup_last_success_timestamp_seconds 0\n');
  expect(metrics).toContain('waypost_dependency_state{dependency="backups",state="degraded"} 1\n');

  const mails = join(installed.path, 'mail');
  const mailed = () =>
    readdirSync(mails)
      .map((name) => readFileSync(join(mails, name), 'utf8'))
      .filter((text) => text.includes('Backups of your Waypost fail'));
  expect(await eventually(mailed, (found) => found.length > 0)).toHaveLength(1);
  await waypost.stop();
}, 120_000);
