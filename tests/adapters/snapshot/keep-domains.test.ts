import { expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepDomains } from '#adapters/snapshot/keep-domains';
import { someAppLinks } from '#tests/support/builders/app-links';
import { servedDomains, type ServedDomains } from '#core/domains/served-domains';
import { aServedDomain } from '#tests/support/builders/domains';
import { silentLog } from '#tests/support/doubles/silent-log';
import { tempFolder } from '#tests/support/temp-folder';

/** One run of a process on the file. */
async function during(file: string, live: (domains: ServedDomains) => void) {
  const domains = servedDomains();
  const kept = keepDomains({ file, domains, log: silentLog });
  const atStart = domains.all();
  live(domains);
  await kept.close();
  return atStart;
}

test('[quick-start] after a restart the same domains are served', async () => {
  using folder = tempFolder();
  const file = join(folder.path, 'domains.snapshot');
  const [one, two] = [
    aServedDomain(),
    aServedDomain({ number: 5, host: 'two.example', appLinks: someAppLinks }),
  ];

  expect(await during(file, (domains) => domains.replace([one, two]))).toEqual([]);
  expect(await during(file, (domains) => domains.remove(one.number))).toEqual([one, two]);
  expect(await during(file, () => {})).toEqual([two]);
});

test('[quick-start] the list of a version that knew no apps is served', async () => {
  using folder = tempFolder();
  const file = join(folder.path, 'domains.snapshot');
  const domain = aServedDomain();
  await during(file, (domains) => domains.put(domain));
  const json = readFileSync(file, 'utf8')
    .split('\t')[1]
    ?.trimEnd()
    .replace(/,"appLinks":\{[^}]*\}/, '');
  expect(json).not.toContain('appLinks');
  writeFileSync(file, `${Bun.hash.crc32(json ?? '').toString(16)}\t${json}\n`);

  expect(await during(file, () => {})).toEqual([domain]);
});

test('[quick-start] a damaged list of domains is ignored, and written again', async () => {
  using folder = tempFolder();
  const file = join(folder.path, 'domains.snapshot');
  const domain = aServedDomain();
  await during(file, (domains) => domains.put(domain));
  const whole = readFileSync(file, 'utf8');

  for (const damaged of [
    whole.replace('go.shop', 'xx.shop'),
    whole.slice(0, 40),
    'nonsense',
    '',
    '\0\t{}',
  ]) {
    writeFileSync(file, damaged);
    expect(await during(file, () => {})).toEqual([]);
  }
  await during(file, (domains) => domains.put(domain));
  expect(await during(file, () => {})).toEqual([domain]);
});
