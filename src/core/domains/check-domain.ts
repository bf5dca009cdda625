import type { Findings } from '#contract/domains';
import { refuseFlood } from '#core/shared/limits/rate-limit';
import { notFound } from '#core/shared/refusal';
import { minuteMs } from '#core/shared/time';
import { type Domain, judgeCheck, proofName, proofText } from './domain.ts';
import { suspendedMails } from './domain-mails.ts';
import type { DnsAnswer, DomainPorts } from './ports.ts';
import type { ServedDomain } from './served-domains.ts';

/** Checks a domain because its owner asks. Refuses `not_found` and `too_many_requests`. */
export async function checkNow(
  ports: DomainPorts,
  userId: string,
  domainId: string,
): Promise<Domain> {
  const domain = await ports.domains.get(userId, domainId);
  refuseManyChecks(ports, userId);
  const checked = await checkDomain(ports, domain);
  if (checked === null) throw notFound();
  return checked;
}

/** Counts a check that an account asks for. Refuses `too_many_requests`. */
export function refuseManyChecks(
  { perAccount, clock }: Pick<DomainPorts, 'perAccount' | 'clock'>,
  userId: string,
): void {
  const message = 'You check your domains too fast. Please try again in a moment.';
  refuseFlood(perAccount.waitSeconds(userId, clock.now()), message);
}

const dueAtOnce = 50;
const checksAtOnce = 5;
/** Pause before a failed check is repeated, so that other domains are checked first. */
const againMs = 10 * minuteMs;

/**
 * Checks the domains whose next check is due, a few at a time. Rejects with the first failure, after
 * all of them.
 */
export async function checkDue(ports: DomainPorts): Promise<void> {
  const { domains, clock } = ports;
  const due = await domains.due(new Date(clock.now()), dueAtOnce);
  const failures: unknown[] = [];
  const checkOrPostpone = async (domain: Domain): Promise<void> => {
    try {
      await checkDomain(ports, domain);
    } catch (error) {
      failures.push(error);
      await domains.postpone(domain.id, new Date(clock.now() + againMs));
    }
  };
  for (let at = 0; at < due.length; at += checksAtOnce) {
    await Promise.all(due.slice(at, at + checksAtOnce).map(checkOrPostpone));
  }
  if (failures.length > 0) throw failures[0];
}

/**
 * Reads a domain's DNS records and stores the verdict. This instance applies it at once. Returns
 * null when the domain was removed meanwhile.
 */
async function checkDomain(ports: DomainPorts, domain: Domain): Promise<Domain | null> {
  const { domains, served, clock } = ports;
  const lookedAt = new Date(clock.now());
  const seen = await lookUp(ports, domain);
  const settled = await domains.settle({
    domainId: domain.id,
    lookedAt,
    judge: (current) => judgeCheck(current, seen.findings, lookedAt.getTime()),
    isProven: (token) => seen.texts.includes(proofText(token)),
    suspendedMail: suspendedMails(ports, lookedAt),
  });
  if (settled.kind === 'gone') return null;
  if (settled.kind === 'settled') {
    if (settled.displaced !== null) served.remove(settled.displaced);
    follow(served, settled.domain);
  }
  return settled.domain;
}

/** Makes the domains in memory equal to a stored one. */
export function follow(served: DomainPorts['served'], domain: Domain): void {
  if (domain.state === 'proven') served.put(servedOf(domain));
  else served.remove(domain.number);
}

function servedOf(domain: Domain): ServedDomain {
  const { number, userId, host, isPointed, rootUrl, unknownUrl, appLinks } = domain;
  return { number, userId, host, isPointed, rootUrl, unknownUrl, appLinks };
}

const shownValues = 5;
const shownLength = 100;

/** The DNS records that were found. `texts` is complete; the findings show only a part. */
type Seen = { readonly findings: Findings; readonly texts: readonly string[] };

/** Reads the DNS records of a claimed domain. */
async function lookUp({ dns, target }: DomainPorts, { host, token }: Domain): Promise<Seen> {
  const [texts, alias, addresses, expected] = await Promise.all([
    dns.texts(proofName(host)),
    dns.alias(host),
    dns.addresses(host),
    target.addresses(),
  ]);
  const cname = valuesOf(alias)[0] ?? null;
  const findings: Findings = {
    proof: proofIn(texts, token),
    texts: shown(valuesOf(texts)),
    pointing: cname === target.host ? 'right' : pointingOf(addresses, expected),
    cname: cname === null ? null : shownValue(cname),
    addresses: shown(valuesOf(addresses)),
    expectedAddresses: shown(expected),
  };
  return { findings, texts: valuesOf(texts) };
}

function proofIn(texts: DnsAnswer, token: string): Findings['proof'] {
  if (texts.kind === 'failed') return 'unknown';
  return valuesOf(texts).includes(proofText(token)) ? 'found' : 'missing';
}

/**
 * Every address must be one of this instance: visitors who get another address would not reach it.
 */
function pointingOf(addresses: DnsAnswer, expected: readonly string[]): Findings['pointing'] {
  if (addresses.kind === 'failed' || expected.length === 0) return 'unknown';
  if (addresses.kind === 'none') return 'missing';
  return addresses.values.every((address) => expected.includes(address)) ? 'right' : 'wrong';
}

function valuesOf(answer: DnsAnswer): readonly string[] {
  return answer.kind === 'found' ? answer.values : [];
}

function shown(values: readonly string[]): readonly string[] {
  return values.slice(0, shownValues).map(shownValue);
}

/** Anybody can publish records with any bytes. For example, Postgres cannot store a NUL. */
function shownValue(value: string): string {
  return value
    .slice(0, shownLength)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '\u{fffd}');
}
