import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Dns, DnsAnswer, Target } from '#core/domains/ports';

/** Limits of each query: a response within 6 seconds, otherwise `failed`. */
const limits = { timeout: 2000, tries: 2 };

/** Error codes that mean that the record does not exist. */
const absent = new Set(['ENOTFOUND', 'ENODATA', 'NOTFOUND', 'NODATA']);

/** DNS by these servers, `address` or `address:port`; with none, by the system's. */
export function resolverDns(servers: readonly string[]): Dns {
  // A resolver caches responses, also that a record is missing. So each query uses a new resolver.
  const fresh = (): Resolver => {
    const resolver = new Resolver(limits);
    if (servers.length > 0) resolver.setServers([...servers]);
    return resolver;
  };

  return {
    texts: (name) =>
      ask(async () => (await fresh().resolveTxt(name)).map((parts) => parts.join(''))),
    alias: (name) => ask(async () => (await fresh().resolveCname(name)).map(plainName)),
    async addresses(name) {
      const [ipv4, ipv6] = await Promise.all([
        ask(() => fresh().resolve4(name)),
        ask(() => fresh().resolve6(name)),
      ]);
      return together(ipv4, ipv6);
    },
  };
}

const rememberedMs = 30_000;

/** The instance's short host. Its addresses are resolved at most every 30 seconds. */
export function shortHostTarget(shortUrl: string, dns: Dns): Target {
  const host = new URL(shortUrl).hostname.replace(/^\[|\]$/g, '');
  let known: { readonly atMs: number; readonly addresses: Promise<readonly string[]> } | null =
    null;

  const read = async (): Promise<readonly string[]> => {
    if (isIP(host) !== 0) return [host];
    if (host === 'localhost' || host.endsWith('.localhost')) return ['127.0.0.1', '::1'];
    const answer = await dns.addresses(host);
    return answer.kind === 'found' ? answer.values : [];
  };
  return {
    host,
    addresses() {
      const nowMs = performance.now();
      if (known === null || nowMs - known.atMs > rememberedMs) {
        known = { atMs: nowMs, addresses: read() };
      }
      return known.addresses;
    },
  };
}

async function ask(question: () => Promise<readonly string[]>): Promise<DnsAnswer> {
  try {
    const values = await question();
    return values.length > 0 ? { kind: 'found', values } : { kind: 'none' };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return absent.has(code) ? { kind: 'none' } : { kind: 'failed' };
  }
}

function together(one: DnsAnswer, other: DnsAnswer): DnsAnswer {
  if (one.kind === 'failed' || other.kind === 'failed') return { kind: 'failed' };
  const values = [one, other].flatMap((answer) => (answer.kind === 'found' ? answer.values : []));
  return values.length > 0 ? { kind: 'found', values } : { kind: 'none' };
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}
