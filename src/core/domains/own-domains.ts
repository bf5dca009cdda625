import type { DomainChanges } from '#contract/domains';
import type { User } from '#core/accounts/user';
import { emailUnverified, invalid, type Issue } from '#core/shared/refusal';
import { follow } from './check-domain.ts';
import type { Domain } from './domain.ts';
import { readDomain } from './domain-name.ts';
import type { DomainPorts, SeenDomain } from './ports.ts';

const tokenBytes = 20;

/** `chosenId`: the id that an earlier attempt of the same call may have given the claim. */
type Claim = { readonly domain: string; readonly chosenId?: string | null };

/**
 * Claims a domain with a new random proof. Refuses `email_unverified`, `invalid` and `conflict`.
 */
export async function claimDomain(
  ports: DomainPorts,
  user: Pick<User, 'id' | 'verified'>,
  { domain, chosenId = null }: Claim,
): Promise<Domain> {
  if (!user.verified) throw emailUnverified('add domains');
  const read = readDomain(domain, ports.ownHosts);
  if (read.kind === 'refused') throw invalid({ path: 'domain', message: read.message });
  const nowMs = ports.clock.now();
  return ports.domains.add({
    id: chosenId ?? ports.newId(nowMs),
    userId: user.id,
    host: read.host,
    token: ports.randomBytes(tokenBytes).toHex(),
    createdAt: new Date(nowMs),
  });
}

/**
 * Changes a domain's own destinations or its apps, or makes it the default of new links. Refuses
 * `invalid`, `not_found` and `changed_meanwhile`.
 */
export async function changeDomain(
  ports: DomainPorts,
  which: SeenDomain,
  input: DomainChanges,
): Promise<Domain> {
  const { domains, served } = ports;
  const before = await domains.get(which.userId, which.domainId);
  const issues: Issue[] = [];
  const rootUrl = destinationOf(ports, input.rootUrl, (message) =>
    issues.push({ path: 'rootUrl', message }),
  );
  const unknownUrl = destinationOf(ports, input.unknownUrl, (message) =>
    issues.push({ path: 'unknownUrl', message }),
  );
  if (input.isDefault === true && before.state !== 'proven') {
    issues.push({ path: 'isDefault', message: 'Connect the domain first' });
  }
  const [first, ...rest] = issues;
  if (first) throw invalid(first, ...rest);

  const changes = { ...input, rootUrl, unknownUrl };
  const changed = await domains.change(which, changes);
  follow(served, changed);
  return changed;
}

/** Removes a domain; from then on nobody's links are served there. Refuses `not_found` and `changed_meanwhile`. */
export async function removeDomain(
  { domains, served }: DomainPorts,
  which: SeenDomain,
): Promise<void> {
  served.remove(await domains.remove(which));
}

/** The stored form of a destination; blank clears it. */
function destinationOf(
  { rules }: DomainPorts,
  typed: string | null | undefined,
  report: (message: string) => void,
): string | null | undefined {
  if (typed === undefined || typed === null) return typed;
  const text = typed.trim();
  if (text === '') return null;
  const href = rules.readDestination(text);
  if (href === null) report(rules.explainDestination(text));
  else if (rules.blocksUrl(href)) report('This destination is not allowed');
  return href;
}
