import { afterEach, expect, test } from 'bun:test';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { appSecret, deriveKey } from '#adapters/embedded/app-secret';

const folders: string[] = [];

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'waypost-secret-'));
  folders.push(folder);
  return folder;
}

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

test('[app-secret] a secret is created once, readable only by its owner, and kept', async () => {
  const folder = await emptyFolder();

  const first = await appSecret(folder, null);
  const second = await appSecret(folder, null);

  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(second).toBe(first);
  expect((await stat(join(folder, 'app-secret'))).mode & 0o777).toBe(0o600);
});

test('two concurrent starts use the same secret and leave no draft file', async () => {
  const folder = await emptyFolder();

  const secrets = await Promise.all(Array.from({ length: 20 }, () => appSecret(folder, null)));

  expect(new Set(secrets).size).toBe(1);
  expect(await readdir(folder)).toEqual(['app-secret']);
});

test('a configured secret is used unchanged and no file is written', async () => {
  const folder = await emptyFolder();
  const configured = 'a configured secret of enough length';

  expect(await appSecret(folder, configured)).toBe(configured);
  expect(await readdir(folder)).toEqual([]);
});

test('[app-secret] keys for different purposes, or from different secrets, are unrelated', () => {
  const hex = (secret: string, purpose: string) =>
    Buffer.from(deriveKey(secret, purpose)).toString('hex');

  expect(hex('one', 'visitor')).toBe(hex('one', 'visitor'));
  expect(hex('one', 'visitor')).not.toBe(hex('one', 'click-id'));
  expect(hex('one', 'visitor')).not.toBe(hex('two', 'visitor'));
});
