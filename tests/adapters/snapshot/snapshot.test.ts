import { expect, test } from 'bun:test';
import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { keepSnapshot } from '#adapters/snapshot/keep-snapshot';
import { readSnapshot } from '#adapters/snapshot/read-snapshot';
import { snapshotLine } from '#adapters/snapshot/snapshot-line';
import { type LinkIndex, linkIndex } from '#core/redirect/link-index';
import type { RoutedLink } from '#core/redirect/routed-link';
import { aRoutedLink } from '#tests/support/builders/links';
import { silentLog } from '#tests/support/doubles/silent-log';
import { tempFolder } from '#tests/support/temp-folder';
import { until } from '#tests/support/until';

const newIndex = () => linkIndex(() => false);
const named = (id: string, version = 1): RoutedLink => aRoutedLink({ id, code: id, version });

/** One run of a process on the snapshot of `folder`. */
async function during(
  folder: string,
  live: (index: LinkIndex) => void | Promise<void>,
): Promise<{ file: string; index: LinkIndex }> {
  const file = join(folder, 'links.snapshot');
  const index = newIndex();
  const read = readSnapshot(file, index);
  const readSize = read.kind === 'read' ? read.size : null;
  const kept = keepSnapshot({ file, index, readSize, log: silentLog });
  await live(index);
  await kept.close();
  return { file, index };
}

function contents(index: LinkIndex) {
  const byId = [...index.links()].map((link) => [link.id, link] as const);
  return { links: new Map(byId), erased: new Set(index.erased()) };
}

test('[quick-start] after a restart every link and every erasure is loaded', async () => {
  using folder = tempFolder();
  const first = await during(folder.path, (index) => {
    for (let n = 0; n < 250; n += 1) index.put(named(`link-${n}`));
    index.erase('link-7');
  });

  const second = newIndex();
  const read = readSnapshot(first.file, second);

  expect(read).toMatchObject({ kind: 'read', links: 249 });
  expect(contents(second)).toEqual(contents(first.index));
  expect(second.find('link-7')).toBeUndefined();
});

test('a rotation is loaded as it was; a link of an earlier snapshot has none', async () => {
  using folder = tempFolder();
  const rotation = { isShuffled: true, shares: [{ fromDay: '2026-11-27', slots: [5, 15] }] };
  const destinations = ['https://a.example/', 'https://b.example/'];
  const { file } = await during(folder.path, (index) => {
    index.put({ ...named('weighted'), destinations, rotation });
    index.put({ ...named('even'), destinations });
  });

  const next = newIndex();
  readSnapshot(file, next);

  expect(next.find('weighted')?.rotation).toEqual(rotation);
  expect(next.find('even')).toEqual({ ...named('even'), destinations });
});

test('across several random runs, each run starts with the state of the previous one', async () => {
  type Event = { id: string; kind: 'put' | 'erase' | 'vanish'; version: number };
  const event: fc.Arbitrary<Event> = fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    kind: fc.constantFrom('put', 'put', 'erase', 'vanish'),
    version: fc.integer({ min: 1, max: 9 }),
  });

  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(event), { minLength: 1, maxLength: 4 }), async (lives) => {
      using folder = tempFolder();
      for (const events of lives) {
        const life = await during(folder.path, (index) => {
          for (const { id, kind, version } of events) {
            if (kind === 'put') index.put(named(id, version));
            else if (kind === 'erase') index.erase(id);
            else index.readWhole().end();
          }
        });
        const next = newIndex();
        readSnapshot(life.file, next);
        expect(contents(next).links).toEqual(contents(life.index).links);
      }
    }),
    { numRuns: 40 },
  );
});

test('a change is on disk within two seconds, while the process runs', async () => {
  using folder = tempFolder();

  await during(folder.path, async (index) => {
    index.put(named('fresh'));
    await until(
      'the change is on disk',
      () => {
        const other = newIndex();
        readSnapshot(join(folder.path, 'links.snapshot'), other);
        return other.find('fresh') !== undefined;
      },
      2,
    );
  });
});

test('a torn last line is dropped, and the lines after it are complete', async () => {
  using folder = tempFolder();
  const { file } = await during(folder.path, (index) => void index.put(named('kept')));
  appendFileSync(file, snapshotLine({ links: [named('torn')], gone: [] }).slice(0, 60));

  await during(folder.path, (index) => {
    expect([...index.links()].map(({ id }) => id)).toEqual(['kept']);
    index.put(named('later'));
  });

  const last = newIndex();
  expect(readSnapshot(file, last).kind).toBe('read');
  expect([...last.links()].map(({ id }) => id)).toEqual(['kept', 'later']);
});

test('any other damage discards the snapshot, and it is written again', async () => {
  using folder = tempFolder();
  const { file } = await during(folder.path, (index) => {
    for (let n = 0; n < 300; n += 1) index.put(named(`link-${n}`));
  });
  const bytes = readFileSync(file);

  for (const at of [0, 20, Math.floor(bytes.length / 2)]) {
    const damaged = Buffer.from(bytes);
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    writeFileSync(file, damaged);
    const index = newIndex();
    expect(readSnapshot(file, index)).toEqual({ kind: 'damaged' });
    expect(index.size()).toBe(0);
  }
  await during(folder.path, (index) => void index.put(named('anew')));
  const healed = newIndex();
  expect(readSnapshot(file, healed)).toMatchObject({ kind: 'read', links: 1 });
});

test('a snapshot of another version, an empty file and no file are distinguished from a valid one', () => {
  using folder = tempFolder();
  const file = join(folder.path, 'links.snapshot');
  const json = '{"format":"waypost links 9"}';

  expect(readSnapshot(file, newIndex())).toEqual({ kind: 'absent' });
  writeFileSync(file, '');
  expect(readSnapshot(file, newIndex())).toEqual({ kind: 'damaged' });
  writeFileSync(file, `${Bun.hash.crc32(json).toString(16)}\t${json}\n`);
  expect(readSnapshot(file, newIndex())).toEqual({ kind: 'damaged' });
});

test('a file with mostly outdated lines is rewritten', async () => {
  using folder = tempFolder();
  const long = `https://shop.example/${'x'.repeat(2000)}`;

  const { file } = await during(folder.path, async (index) => {
    for (let version = 1; version < 30; version += 1) {
      for (let n = 0; n < 100; n += 1) {
        index.put(aRoutedLink({ id: `l${n}`, code: `l${n}`, version, originalUrl: long }));
      }
      await new Promise(setImmediate);
    }
    await until('it has been written', () => existsSync(join(folder.path, 'links.snapshot')));
    for (let version = 30; version < 60; version += 1) {
      for (let n = 0; n < 100; n += 1) {
        index.put(aRoutedLink({ id: `l${n}`, code: `l${n}`, version, originalUrl: long }));
      }
    }
  });

  expect(statSync(file).size).toBeLessThan(1_500_000);
  const last = newIndex();
  expect(readSnapshot(file, last)).toMatchObject({ links: 100 });
  expect(last.find('l42')?.version).toBe(59);
});

test('[complete-erasure] a deleted link is removed from the file within moments, also after a kill', async () => {
  using folder = tempFolder();
  const marker = 'https://marker.example/';
  const marked = (id: string) => ({ ...named(id), originalUrl: marker });
  const holdsMarker = (file: string) => readFileSync(file, 'utf8').includes('marker');
  const { file } = await during(folder.path, async (index) => {
    const path = join(folder.path, 'links.snapshot');
    index.put(marked('link-1'));
    await until('the link is written', () => existsSync(path) && holdsMarker(path));
    index.erase('link-1');
    await until('the link is written out', () => !holdsMarker(path));
  });
  const gone = { linkId: 'link-2', isErased: true };

  // A kill between the deletion of a link and the rewriting.
  appendFileSync(file, snapshotLine({ links: [marked('link-2')], gone: [] }));
  appendFileSync(file, snapshotLine({ links: [], gone: [gone] }));
  const next = await during(folder.path, () => {});

  expect(holdsMarker(file)).toBe(false);
  expect([...next.index.erased()].toSorted()).toEqual(['link-1', 'link-2']);
});

test('an unwritable snapshot breaks nothing else, and is written once it can be', async () => {
  using folder = tempFolder();
  const file = join(folder.path, 'not-yet', 'links.snapshot');
  const index = newIndex();
  const kept = keepSnapshot({ file, index, readSize: null, log: silentLog });
  index.put(named('patient'));
  await Bun.sleep(0);

  await Bun.$`mkdir -p ${join(folder.path, 'not-yet')}`;
  await until('it is written', () => existsSync(file));
  await kept.close();

  const last = newIndex();
  expect(readSnapshot(file, last)).toMatchObject({ links: 1 });
});

test.each([
  ['waypost links 1', {}, null],
  ['waypost links 2', { saleProfitCents: 700 }, { cents: 700, currency: 'USD' as const }],
  [
    'waypost links 3',
    { saleProfit: { cents: 5, currency: 'EUR' as const } },
    { cents: 5, currency: 'EUR' as const },
  ],
] as const)(
  '[quick-start] a snapshot of a previous version (%s) redirects, until the database replaces it',
  async (format, profit, saleProfit) => {
    using folder = tempFolder();
    const file = join(folder.path, 'links.snapshot');
    const { saleProfit: _, ...former } = named('kept', 5);
    const lines = [{ format }, { links: [{ ...former, ...profit }], gone: [] }];
    writeFileSync(
      file,
      lines
        .map(
          (line) =>
            `${Bun.hash.crc32(JSON.stringify(line)).toString(16)}\t${JSON.stringify(line)}\n`,
        )
        .join(''),
    );
    const newProfit = { cents: 1250, currency: 'EUR' as const };

    await during(folder.path, (index) => {
      expect(index.find('kept')).toMatchObject({ id: 'kept', saleProfit });
      const reading = index.readWhole();
      reading.put({ ...named('kept', 5), saleProfit: newProfit });
      reading.end();
    });

    const next = newIndex();
    expect(readSnapshot(file, next)).toMatchObject({ kind: 'read', links: 1 });
    expect(next.find('kept')?.saleProfit).toEqual(newProfit);
    expect(readFileSync(file, 'utf8')).toContain('waypost links 4');
  },
);
