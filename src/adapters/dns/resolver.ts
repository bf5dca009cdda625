import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Dns, DnsAnswer, Target } from '#core/domains/ports';

/** The same limits for each question: an answer within 6 seconds, or `failed`. */
const limits = { timeout: 2000, tries: 2 };

/** The answers of DNS servers that say that there is no such record. */
const absent = new Set(['ENOTFOUND', 'ENODATA', 'NOTFOUND', 'NODATA']);

/** DNS by these servers, `address` or `address:port`; with none, by the system's. */
export function resolverDns(servers: readonly string[]): Dns {
  // A resolver remembers answers, also that a record is missing: each question gets a new one.
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

/** The instance's short host; its addresses are asked for at most every 30 seconds. */
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
