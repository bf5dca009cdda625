import { afterAll, beforeAll, expect, test } from 'bun:test';
import { accountPorts } from '#roots/compose/accounts';
import { requestReset } from '#core/accounts/passwords/reset-password';
import { noBans } from '#tests/support/builders/people';
import { memoryLog } from '#tests/support/calls';
import { supportPorts } from '#roots/compose/context';
import type { AppSecret } from '#roots/compose/secrets';
import { contactSupport, reportAbuse } from '#core/notices/support';
import { servedDomains } from '#core/domains/served-domains';
import { linkIndex } from '#core/redirect/link-index';
import { testDatabase, type TestDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(schema);
});
afterAll(() => database.drop());

const secret: AppSecret = ['a secret of at least thirty-two characters'];
const appUrl = 'https://app.example';
const origins = { appUrl, shortUrl: appUrl, alsoAppUrls: [] };
/** Networks of one IPv6 site, as one customer has them. */
const network = (at: number) => `2001:db8:7:${at.toString(16)}::/64`;
const elsewhere = '2001:db8:8:1::/64';

test('a site of many networks may send fifty messages and reports an hour', async () => {
  const redirects = { index: linkIndex(() => false), domains: servedDomains() };
  const config = { supportEmail: null };
  const { sql } = database;
  const ports = supportPorts({
    sql,
    secret,
    config,
    origins,
    redirects,
  });
  const from = (address: string) => ({ userId: null, network: address });
  const words = { name: 'Eve', email: 'eve@example.com', subject: 'A', message: 'B' };
  const report = { url: 'https://x.example/', reason: 'It is bad', email: null };
  for (let at = 0; at < 25; at += 1) {
    await contactSupport(ports, from(network(at)), words);
    await reportAbuse(ports, network(at), report);
  }

  const refusal = { code: 'too_many_requests' };
  await expect(contactSupport(ports, from(network(25)), words)).rejects.toMatchObject(refusal);
  await expect(reportAbuse(ports, network(26), report)).rejects.toMatchObject(refusal);
  await contactSupport(ports, from(elsewhere), words);
});

test('a site of many networks may ask for 150 reset links an hour', async () => {
  let deferred = 0;
  const off = { dialog: '', graph: '' };
  const ports = accountPorts({
    sql: database.sql,
    secret,
    origins,
    config: { google: null, facebook: null, services: { google: '', facebook: off, stripe: '' } },
    redirects: { index: linkIndex(() => false), blocklist: { bans: noBans } },
    isRegistrationOpen: true,
    defer: () => void (deferred += 1),
    log: memoryLog(),
  });
  const ask = (address: string) => requestReset(ports, { address }, 'nobody@example.com');
  for (let at = 0; at < 150; at += 1) await ask(network(at));
  expect(deferred).toBe(150);

  await ask(network(150));
  expect(deferred).toBe(150);
  await ask(elsewhere);
  expect(deferred).toBe(151);
});
