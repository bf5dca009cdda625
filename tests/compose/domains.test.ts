import { afterAll, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { resolverDns, shortHostTarget } from '#adapters/dns/resolver';
import { domainReading } from '#adapters/postgres/domains/domain-reading';
import { postgresDomains } from '#adapters/postgres/domains/domains';
import { postgresLinks } from '#adapters/postgres/links/links';
import { checkDue, checkNow } from '#core/domains/check-domain';
import { noAppLinks } from '#contract/app-links';
import { mostDomains } from '#contract/domains';
import { type Domain, proofName, proofText, statusOf } from '#core/domains/domain';
import { changeDomain, claimDomain, removeDomain } from '#core/domains/own-domains';
import { servedDomains } from '#core/domains/served-domains';
import { destinationProblems, destinationRules } from '#core/links/destination';
import { rateLimit } from '#core/shared/limits/rate-limit';
import { hourMs, minuteMs } from '#core/shared/time';
import { someAppLinks } from '#tests/support/builders/app-links';
import { newUser } from '#tests/support/builders/people';
import { someLink } from '#tests/support/builders/links';
import { testDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { mailsIn } from '#tests/support/readers/outbox-mails';
import { testSeal } from '#tests/support/seal';
import { dnsServer } from '#tests/support/doubles/dns-server';

const database = await testDatabase(schema);
const { sql } = database;
afterAll(() => database.drop());

const shortUrl = 'https://links.waypost.example';

/** The use cases over the real Postgres and a real DNS server. */
async function opened() {
  const server = await dnsServer();
  const dns = resolverDns([server.address]);
  const served = servedDomains();
  const time = { nowMs: Date.now() };
  const own = ['https://app.waypost.example', shortUrl];
  const ports = {
    domains: postgresDomains(sql, testSeal),
    served,
    rules: {
      readDestination: destinationRules(own, (host) => served.at(host)?.isPointed ?? false),
      explainDestination: destinationProblems(own, (host) => served.at(host)?.isPointed ?? false),
      blocksUrl: (href: string) => href.includes('blocked'),
    },
    ownHosts: ['app.waypost.example', 'links.waypost.example'],
    perAccount: rateLimit({ limit: 100, windowMs: hourMs }),
    dns,
    target: shortHostTarget(shortUrl, dns),
    fetchFile: async () => ({ kind: 'unclear' as const }),
    appUrl: 'https://app.waypost.example',
    newId: (atMs: number) => Bun.randomUUIDv7('hex', atMs),
    randomBytes,
    clock: { now: () => time.nowMs },
  };
  server.set('A', 'links.waypost.example', '192.0.2.10');
  const [one, other] = [await newUser(sql), await newUser(sql)];
  const host = `go-${randomBytes(4).toString('hex')}.shop.example`;
  const prove = (domain: Domain, ...more: string[]) =>
    server.set('TXT', proofName(host), proofText(domain.token), ...more);
  return {
    server,
    served,
    time,
    ports,
    one,
    other,
    host,
    prove,
    claim: (id: string, typed = host) =>
      claimDomain(ports, { id, verified: true }, { domain: typed }),
    check: ({ userId, id }: Domain) => checkNow(ports, userId, id),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

test('[own-domains] a claim waits for its record, says what it saw, and is then served', async () => {
  await using here = await opened();
  const domain = await here.claim(here.one, ` https://${here.host.toUpperCase()}./ `);
  expect([domain.host, statusOf(domain)]).toEqual([here.host, 'waiting']);

  here.server.set('TXT', proofName(here.host), 'v=spf1 -all', 'waypost-proof=another');
  here.server.set('A', here.host, '198.51.100.1');
  const wrong = await here.check(domain);
  expect([statusOf(wrong), here.served.at(here.host)]).toEqual(['waiting', undefined]);
  expect(wrong.findings).toEqual({
    proof: 'missing',
    texts: ['v=spf1 -all', 'waypost-proof=another'],
    pointing: 'wrong',
    cname: null,
    addresses: ['198.51.100.1'],
    expectedAddresses: ['192.0.2.10'],
  });

  here.prove(domain, 'v=spf1 -all');
  expect(statusOf(await here.check(domain))).toBe('unpointed');
  expect(here.served.at(here.host)).toMatchObject({ number: domain.number, isPointed: false });
  here.server.set('A', here.host, '192.0.2.10');
  expect(statusOf(await here.check(domain))).toBe('active');
  here.server.set('A', here.host, '192.0.2.10', '198.51.100.1');
  expect(statusOf(await here.check(domain))).toBe('unpointed');
  here.server.set('CNAME', here.host, 'Links.Waypost.Example');
  expect(statusOf(await here.check(domain))).toBe('active');
  expect(here.served.at(here.host)?.isPointed).toBe(true);
});

test('[own-domains] a lost proof suspends the domain at the third check, and its return restores it', async () => {
  await using here = await opened();
  const domain = await here.claim(here.one);
  here.prove(domain);
  await here.check(domain);

  here.server.set('TXT', proofName(here.host));
  const checkWhenDue = async () => {
    here.time.nowMs += 5 * minuteMs;
    return statusOf(await here.check(domain));
  };
  expect([await checkWhenDue(), await checkWhenDue()]).toEqual(['failing', 'failing']);
  expect(statusOf(await here.check(domain))).toBe('failing');
  expect(here.served.at(here.host)).toBeDefined();
  expect(await mailsIn(sql, here.time.nowMs)).toEqual([]);
  expect([await checkWhenDue(), await checkWhenDue()]).toEqual(['suspended', 'suspended']);
  expect(here.served.at(here.host)).toBeUndefined();
  const [mail, ...others] = await mailsIn(sql, here.time.nowMs);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe(`The links on ${here.host} do not work any more`);
  expect(mail?.text).toContain(proofText(domain.token));
  here.prove(domain);
  expect(statusOf(await here.check(domain))).toBe('unpointed');
  expect(here.served.at(here.host)).toBeDefined();
});

test('[own-domains] DNS that does not answer changes nothing', async () => {
  await using here = await opened();
  const domain = await here.claim(here.one);
  here.prove(domain);
  here.server.set('A', here.host, '192.0.2.10');
  await here.check(domain);

  here.server.be('failing');
  for (let round = 0; round < 4; round += 1) await here.check(domain);

  const [now] = await here.ports.domains.of(here.one);
  expect(now && statusOf(now)).toBe('active');
  expect(now?.findings).toMatchObject({ proof: 'unknown', pointing: 'unknown' });
  expect(here.served.at(here.host)).toBeDefined();
});

test('[own-domains] a second account gets a domain only when the first has lost its proof', async () => {
  await using here = await opened();
  const first = await here.claim(here.one);
  const second = await here.claim(here.other);
  here.prove(first);
  await here.check(first);

  here.prove(first, proofText(second.token));
  expect(statusOf(await here.check(second))).toBe('taken');
  expect(here.served.at(here.host)?.userId).toBe(here.one);

  here.server.set('TXT', proofName(here.host), proofText(second.token));
  expect(statusOf(await here.check(second))).toBe('unpointed');
  expect(here.served.at(here.host)).toMatchObject({ userId: here.other, number: second.number });
  const [lost] = await here.ports.domains.of(here.one);
  expect(lost && statusOf(lost)).toBe('suspended');
  const mails = await mailsIn(sql, here.time.nowMs);
  expect(mails.map(({ text }) => text.includes(proofText(first.token)))).toEqual([true]);
  expect(statusOf(await here.check(first))).toBe('suspended');
});

test('[own-domains] of concurrent proofs of one domain exactly one succeeds', async () => {
  await using here = await opened();
  const owners = [here.one, here.other, await newUser(sql), await newUser(sql)];
  const claims = await Promise.all(owners.map((owner) => here.claim(owner)));
  here.server.set('TXT', proofName(here.host), ...claims.map(({ token }) => proofText(token)));

  const checked = await Promise.all(claims.map((claim) => here.check(claim)));

  expect(checked.map(statusOf).sort()).toEqual(['taken', 'taken', 'taken', 'unpointed']);
});

test('[own-domains] a removed claim is served no more, and its old record proves nothing', async () => {
  await using here = await opened();
  const domain = await here.claim(here.one);
  here.prove(domain);
  await here.check(domain);
  const links = postgresLinks(sql);
  const link = someLink(here.one, { domain, customAlias: 'Sale' });
  await links.add(link);

  await removeDomain(here.ports, { userId: here.one, domainId: domain.id });

  expect(here.served.at(here.host)).toBeUndefined();
  const moved = await links.find(here.one, link.id);
  expect(moved).toMatchObject({ domain: null, customAlias: null, version: 2 });
  expect(moved?.updatedAt.getTime()).toBeGreaterThan(link.createdAt.getTime());
  const again = await here.claim(here.one);
  expect(again.number).not.toBe(domain.number);
  expect(statusOf(await here.check(again))).toBe('waiting');
  expect(await links.add(someLink(here.one, { domain }))).toEqual({ kind: 'domain_gone' });
});

test('[own-domains] the number of claims is exact, however many are made at once', async () => {
  await using here = await opened();
  const owner = await newUser(sql);
  const wishes = Array.from({ length: mostDomains + 8 }, (_, n) => `n${n}.${here.host}`);

  const outcomes = await Promise.allSettled(wishes.map((wish) => here.claim(owner, wish)));

  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(mostDomains);
  await expect(here.claim(owner)).rejects.toMatchObject({ code: 'conflict' });
});

test('[own-domains] a claim needs a confirmed address, and another account’s domain is missing', async () => {
  await using here = await opened();
  const unproven = claimDomain(
    here.ports,
    { id: here.one, verified: false },
    { domain: here.host },
  );
  await expect(unproven).rejects.toMatchObject({ code: 'email_unverified' });
  const domain = await here.claim(here.one);
  await expect(here.claim(here.one)).rejects.toMatchObject({ code: 'conflict' });

  for (const attempt of [
    () => checkNow(here.ports, here.other, domain.id),
    () => changeDomain(here.ports, { userId: here.other, domainId: domain.id }, { rootUrl: null }),
    () => removeDomain(here.ports, { userId: here.other, domainId: domain.id }),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ code: 'not_found' });
  }
});

test('[own-domains] an edit or a removal of an edition that another editor has replaced is refused, and checks replace none', async () => {
  await using here = await opened();
  const domain = await here.claim(here.one);
  const which = (seen: number) => ({ userId: here.one, domainId: domain.id, seen });
  here.prove(domain);
  await here.check(domain);

  const changes = ['a', 'b'].map((path) =>
    changeDomain(here.ports, which(1), { rootUrl: `https://shop.example/${path}` }),
  );
  const settled = await Promise.allSettled(changes);

  const refused = settled.filter((one) => one.status === 'rejected').map(({ reason }) => reason);
  expect(refused).toMatchObject([{ code: 'changed_meanwhile', facts: { version: 2 } }]);
  await here.check(domain);
  expect(await here.ports.domains.get(here.one, domain.id)).toMatchObject({ edition: 2 });
  expect((await changeDomain(here.ports, which(2), {})).edition).toBe(2);
  const second = await here.claim(here.one, `second.${here.host}`);
  await expect(removeDomain(here.ports, which(1))).rejects.toMatchObject({
    code: 'changed_meanwhile',
  });
  await removeDomain(here.ports, which(2));
  expect(second.edition).toBe(1);
});

test('[own-domains] its own destinations hold to the rules of links, and one proven domain is the default', async () => {
  await using here = await opened();
  const domain = await here.claim(here.one);
  const change = (id: string, input: Parameters<typeof changeDomain>[2]) =>
    changeDomain(here.ports, { userId: here.one, domainId: id }, input);

  for (const hostile of [
    'javascript:alert(1)',
    'https://links.waypost.example/x',
    'https://blocked.example/',
    'https://a:b@shop.example',
  ]) {
    await expect(change(domain.id, { rootUrl: hostile })).rejects.toMatchObject({
      code: 'invalid',
    });
  }
  await expect(change(domain.id, { isDefault: true })).rejects.toMatchObject({ code: 'invalid' });
  here.prove(domain);
  await here.check(domain);
  const second = await here.claim(here.one, `second.${here.host}`);
  here.server.set('TXT', proofName(second.host), proofText(second.token));
  await here.check(second);
  await change(domain.id, { isDefault: true, rootUrl: 'shop.example', unknownUrl: ' ' });
  await change(second.id, { isDefault: true });

  expect(here.served.at(here.host)).toMatchObject({
    rootUrl: 'https://shop.example/',
    unknownUrl: null,
  });
  const all = await here.ports.domains.of(here.one);
  expect(all.filter(({ isDefault }) => isDefault).map(({ id }) => id)).toEqual([second.id]);
});

test('[own-domains] its apps are stored, served at once, kept by other changes, and removed', async () => {
  await using here = await opened();
  const domain = await here.claim(here.one);
  const change = (input: Parameters<typeof changeDomain>[2]) =>
    changeDomain(here.ports, { userId: here.one, domainId: domain.id }, input);
  expect(domain.appLinks).toEqual(noAppLinks);

  expect((await change({ appLinks: someAppLinks })).appLinks).toEqual(someAppLinks);
  expect(here.served.at(here.host)).toBeUndefined();
  here.prove(domain);
  await here.check(domain);
  expect(here.served.at(here.host)?.appLinks).toEqual(someAppLinks);
  await change({ rootUrl: 'shop.example' });
  expect(here.served.at(here.host)?.appLinks).toEqual(someAppLinks);
  await change({ appLinks: { ...noAppLinks, ios: someAppLinks.ios } });
  expect(here.served.at(here.host)?.appLinks.android).toEqual([]);
  await change({ appLinks: null });
  expect(here.served.at(here.host)?.appLinks).toEqual(noAppLinks);
});

test('[own-domains] domains are checked again by themselves', async () => {
  await using here = await opened();
  const domain = await here.claim(here.one);
  here.prove(domain);

  await checkDue(here.ports);

  expect(here.served.at(here.host)).toMatchObject({ number: domain.number });
  const due = await here.ports.domains.due(new Date(here.time.nowMs), 1000);
  expect(due.map(({ id }) => id)).not.toContain(domain.id);
});

test('[own-domains] records that cannot be stored keep no other domain from its check', async () => {
  await using here = await opened();
  const claims = await Promise.all(
    ['a', 'b', 'c', 'd', 'e'].map((name) => here.claim(here.one, `${name}.${here.host}`)),
  );
  for (const { host } of claims) {
    here.server.set('TXT', proofName(host), 'a\0b');
    here.server.set('CNAME', host, 'a\0b.example');
  }
  here.time.nowMs += 1000;
  const honest = await here.claim(here.other);
  here.prove(honest);

  await checkDue(here.ports);

  expect(here.served.at(here.host)).toMatchObject({ number: honest.number });
  const [first] = await here.ports.domains.of(here.one);
  expect(first?.findings?.texts).toEqual(['a\u{fffd}b']);
});

test('[own-domains] a check that fails is tried again later, and the others take place', async () => {
  await using here = await opened();
  const bad = await here.claim(here.one, `bad.${here.host}`);
  const good = await here.claim(here.other);
  here.prove(good);
  const { settle } = here.ports.domains;
  const domains: typeof here.ports.domains = {
    ...here.ports.domains,
    settle: (check) =>
      check.domainId === bad.id ? Promise.reject(new Error('cannot be stored')) : settle(check),
  };

  await expect(checkDue({ ...here.ports, domains })).rejects.toThrow('cannot be stored');

  expect(here.served.at(here.host)).toMatchObject({ number: good.number });
  const due = await domains.due(new Date(here.time.nowMs + 9 * minuteMs), 1000);
  expect(due.map(({ id }) => id)).not.toContain(bad.id);
  const later = await domains.due(new Date(here.time.nowMs + 10 * minuteMs), 1000);
  expect(later.map(({ id }) => id)).toContain(bad.id);
});

test('[own-domains] a slow check does not undo a later one', async () => {
  await using here = await opened();
  const domain = await here.claim(here.one);
  const answered = Promise.withResolvers<void>();
  const slow = {
    ...here.ports.dns,
    async addresses(name: string) {
      const answer = await here.ports.dns.addresses(name);
      await answered.promise;
      return answer;
    },
    async texts(name: string) {
      const answer = await here.ports.dns.texts(name);
      looked.resolve();
      return answer;
    },
  };
  const looked = Promise.withResolvers<void>();
  const early = checkNow({ ...here.ports, dns: slow }, domain.userId, domain.id);
  await looked.promise;
  here.time.nowMs += 1000;
  here.prove(domain);
  await here.check(domain);
  answered.resolve();

  expect((await early).state).toBe('proven');
  expect(here.served.at(here.host)).toMatchObject({ number: domain.number });
  expect((await here.ports.domains.of(here.one))[0]?.state).toBe('proven');
});

test('[own-domains] a domain that a late answer brought back is gone with the next reading', async () => {
  await using here = await opened();
  const domain = await here.claim(here.one);
  here.prove(domain);
  await here.check(domain);
  const reading = domainReading(here.served);
  const read = () => {
    const inTransaction = reading.begin();
    return sql.begin(inTransaction);
  };
  await read();
  const removed = here.served.at(here.host);
  await removeDomain(here.ports, { userId: here.one, domainId: domain.id });
  await read();
  if (removed) here.served.put(removed);

  await read();

  expect(here.served.at(here.host)).toBeUndefined();
});

test('an account that is deleted leaves no domain and no link on one', async () => {
  await using here = await opened();
  const domain = await here.claim(here.one);
  here.prove(domain);
  await here.check(domain);
  await postgresLinks(sql).add(someLink(here.one, { domain, customAlias: 'Gone' }));

  await sql`DELETE FROM users WHERE id = ${here.one}`;

  expect(await sql`SELECT 1 FROM domains WHERE user_id = ${here.one}`).toHaveLength(0);
});
