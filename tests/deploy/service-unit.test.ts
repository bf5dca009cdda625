import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const unit = join(import.meta.dir, '../../deploy/systemd/waypost.service');
const analyze = Bun.which('systemd-analyze');
const named = analyze ? '' : ' (needs systemd-analyze)';

test.skipIf(!analyze)(`the systemd unit exposes at most 2.0 of 10${named}`, () => {
  const command = [analyze ?? '', 'security', '--offline=true', '--threshold=20', unit];
  const { exitCode, stdout } = Bun.spawnSync(command);

  expect(stdout.toString()).toContain('Overall exposure level');
  expect(exitCode).toBe(0);
});

test('the systemd unit gives a stop the time that it may take, and does not restart a wrong setting', () => {
  const text = readFileSync(unit, 'utf8');

  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(text)?.[1])).toBeGreaterThan(20);
  expect(text).toContain('RestartPreventExitStatus=78');
});
