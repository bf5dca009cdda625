import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copySpool } from '#adapters/spool/backup/copy-spool';
import { backupFiles } from '#tests/support/memory/backup-files';

const root = mkdtempSync(join(tmpdir(), 'waypost-copy-spool-'));
afterAll(() => rmSync(root, { recursive: true }));

const [one, two, three] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
const named = (batch: string, state: string) => `clicks.2026-11-21.${batch}.${state}`;

function aSpool(files: Record<string, string>): string {
  const dataDir = mkdtempSync(join(root, 'data-'));
  mkdirSync(join(dataDir, 'spool'));
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(dataDir, 'spool', name), text);
  }
  return dataDir;
}

/** The copied lines by path. */
async function copyOf(dataDir: string, onPut: () => void = () => {}) {
  const { files, put } = backupFiles();
  const kept = await copySpool(dataDir, async (content) => {
    const file = await put(content);
    onPut();
    return file;
  });
  return Object.fromEntries(
    kept.map(({ path, lines, file }) => [
      path,
      { lines, text: Buffer.from(files.get(file.name) ?? []).toString() },
    ]),
  );
}

test('[backup-whole] sealed and open segments are copied up to their last whole line, and nothing else', async () => {
  const dataDir = aSpool({
    [named(one, 'sealed')]: 'a\nb\n',
    [named(two, 'open')]: `c\nd\nhalf a li`,
    [named(three, 'open')]: `e\n${'\0'.repeat(1000)}`,
    [named(crypto.randomUUID(), 'open')]: '',
    [`preallocated-space-of-the-spool.${crypto.randomUUID()}.ready`]: '\0\0',
  });

  expect(await copyOf(dataDir)).toEqual({
    [`spool/${named(one, 'sealed')}`]: { lines: 2, text: 'a\nb\n' },
    [`spool/${named(two, 'sealed')}`]: { lines: 2, text: 'c\nd\n' },
    [`spool/${named(three, 'sealed')}`]: { lines: 1, text: 'e\n' },
  });
});

test('[backup-whole] a segment that is sealed meanwhile is copied once, and one that is stored meanwhile is not needed', async () => {
  const dataDir = aSpool({ [named(one, 'open')]: 'a\n', [named(two, 'open')]: 'b\n' });
  const path = (batch: string, state: string) => join(dataDir, 'spool', named(batch, state));
  const [first, last] = one < two ? [one, two] : [two, one];
  let isFirst = true;

  const copied = await copyOf(dataDir, () => {
    if (isFirst) renameSync(path(last, 'open'), path(last, 'sealed'));
    else rmSync(path(first, 'open'));
    isFirst = false;
  });

  expect(Object.keys(copied).toSorted()).toEqual(
    [first, last].map((batch) => `spool/${named(batch, 'sealed')}`),
  );
});

test('[backup-whole] of a segment that is split meanwhile, the copy has the parts or the whole, never both', async () => {
  const [part, gone] = [crypto.randomUUID(), crypto.randomUUID()];
  const dataDir = aSpool({ [named(one, 'sealed')]: 'a\nb\n', [named(gone, 'sealed')]: 'x\n' });
  const spool = join(dataDir, 'spool');
  let isFirst = true;

  const copied = await copyOf(dataDir, () => {
    if (!isFirst) return;
    isFirst = false;
    // Both leave while the first is being copied: one is stored, the other is split.
    rmSync(join(spool, named(one, 'sealed')));
    rmSync(join(spool, named(gone, 'sealed')));
    writeFileSync(join(spool, named(part, 'sealed')), 'a\n');
  });

  expect(Object.values(copied).map(({ text }) => text)).toEqual(['a\n']);
});

test('[backup-whole] of a split that a kill or a full disk ended, the copy has the whole while it is there, else the parts', async () => {
  const [part, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const drafts = {
    [`${named(part, 'sealed')}.of.${one}`]: 'a\n',
    [`${named(other, 'sealed')}.of.${one}`]: 'b\n',
  };

  const undone = await copyOf(aSpool({ [named(one, 'sealed')]: 'a\nb\n', ...drafts }));
  const committed = await copyOf(aSpool(drafts));

  expect(Object.keys(undone)).toEqual([`spool/${named(one, 'sealed')}`]);
  expect(Object.keys(committed).toSorted()).toEqual(
    [part, other].map((batch) => `spool/${named(batch, 'sealed')}`).toSorted(),
  );
});

test('[backup-whole] a part that gets its name while another one is copied is copied too', async () => {
  const [part, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const dataDir = aSpool({ [`${named(part, 'sealed')}.of.${one}`]: 'a\n' });
  const spool = join(dataDir, 'spool');
  let isFirst = true;

  const copied = await copyOf(dataDir, () => {
    if (isFirst) writeFileSync(join(spool, named(other, 'sealed')), 'b\n');
    isFirst = false;
  });

  expect(
    Object.values(copied)
      .map(({ text }) => text)
      .toSorted(),
  ).toEqual(['a\n', 'b\n']);
});

test('a folder without a spool has nothing to copy', async () => {
  expect(await copyOf(mkdtempSync(join(root, 'data-')))).toEqual({});
});
