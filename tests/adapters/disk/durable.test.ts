import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFiles } from '#adapters/backups/data-folder';
import { folderStorage } from '#adapters/backups/folder-storage';
import { keptAccounts } from '#adapters/blocklist/kept-accounts';
import { replaceFile } from '#adapters/disk/durable';
import { diskObjects } from '#adapters/objects/disk';
import { keepDomains } from '#adapters/snapshot/keep-domains';
import { readSnapshot } from '#adapters/snapshot/read-snapshot';
import { writeSnapshot } from '#adapters/snapshot/snapshot-file';
import { servedDomains } from '#core/domains/served-domains';
import { linkIndex } from '#core/redirect/link-index';
import { aServedDomain } from '#tests/support/builders/domains';
import { aRoutedLink } from '#tests/support/builders/links';
import { silentLog } from '#tests/support/doubles/silent-log';
import { afterPowerFailures } from '#tests/support/power';

test('[quick-start] a snapshot of the links survives a loss of power', async () => {
  const index = linkIndex(() => false);
  index.put(aRoutedLink());
  await afterPowerFailures({
    run: async (folder) => {
      const file = await writeSnapshot(join(folder, 'links'), index, () => Promise.resolve());
      await file.close();
    },
    look: (folder) =>
      expect(
        readSnapshot(
          join(folder, 'links'),
          linkIndex(() => false),
        ),
      ).toMatchObject({
        kind: 'read',
        links: 1,
      }),
  });
});

test('[quick-start] the list of domains, and of banned accounts, survives a loss of power', async () => {
  const domain = aServedDomain();
  const account = crypto.randomUUID();
  const banned = (folder: string) => keptAccounts({ file: join(folder, 'banned'), log: silentLog });
  const domainsIn = (folder: string) => {
    const domains = servedDomains();
    return { domains, ...keepDomains({ file: join(folder, 'domains'), domains, log: silentLog }) };
  };
  await afterPowerFailures({
    run: async (folder) => {
      const kept = domainsIn(folder);
      kept.domains.put(domain);
      await kept.close();
      await banned(folder).write(new Set([account]));
    },
    look: (folder) => {
      expect(domainsIn(folder).domains.all()).toEqual([domain]);
      expect(banned(folder).read()).toEqual(new Set([account]));
    },
  });
});

test('a replaced file has its new content after a loss of power', async () => {
  await afterPowerFailures({
    run: async (folder) => {
      await replaceFile(join(folder, 'file'), 'old');
      await replaceFile(join(folder, 'file'), 'new');
    },
    look: (folder) => expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('new'),
  });
});

test('an uploaded picture survives a loss of power', async () => {
  const key = `logos/${'0a'.repeat(16)}` as const;
  const jpeg = new Uint8Array([0xff, 0xd8]);
  await afterPowerFailures({
    run: (folder) => diskObjects(join(folder, 'pictures')).write(key, jpeg),
    look: async (folder) =>
      expect(await diskObjects(join(folder, 'pictures')).read(key, 100)).toEqual({
        kind: 'found',
        bytes: jpeg,
      }),
  });
});

async function* content() {
  yield new Uint8Array([1, 2, 3]);
}

test('[backup-whole] a file of a backup survives a loss of power', async () => {
  await afterPowerFailures({
    run: (folder) => folderStorage(join(folder, 'backups')).write('files/1.zst', content()),
    look: (folder) =>
      expect([...readFileSync(join(folder, 'backups/files/1.zst'))]).toEqual([1, 2, 3]),
  });
});

test('[backup-whole] restored files survive a loss of power', async () => {
  const file = { name: 'files/1', bytes: 3, sha256: '' };
  const kept = { path: 'spool/clicks', lines: 1, fingerprint: null, file };
  await afterPowerFailures({
    run: (folder) => writeFiles(folder, { files: [kept], get: content }),
    look: (folder) => expect([...readFileSync(join(folder, 'spool/clicks'))]).toEqual([1, 2, 3]),
  });
});
