import { type Domain, type Findings, proofName, proofText } from './domain.ts';

/** An answer of DNS. `none`: the name or the record does not exist. `failed`: nothing is known. */
export type DnsAnswer =
  | { readonly kind: 'found'; readonly values: readonly string[] }
  | { readonly kind: 'none' }
  | { readonly kind: 'failed' };

/** The Domain Name System, by resolvers that the operator chose. Never throws. */
export type Dns = {
  /** TXT records, each as one text. */
  texts(name: string): Promise<DnsAnswer>;
  /** The target of the CNAME record, lower case, without a final dot. */
  alias(name: string): Promise<DnsAnswer>;
  /** A and AAAA records; `none` when both are missing, `failed` when one failed. */
  addresses(name: string): Promise<DnsAnswer>;
};

/** The instance's short host, to which domains have to lead. */
export type Target = {
  /** A host name or an IP address. */
  readonly host: string;
  /** Its addresses now; empty while they are not known. */
  addresses(): Promise<readonly string[]>;
};

const shownValues = 5;
const shownLength = 100;

/** What a look at DNS saw; `texts` is complete, the findings show a part. */
export type Seen = { readonly findings: Findings; readonly texts: readonly string[] };

/** Looks at the records of a claimed domain. */
export function lookUp({ dns, target }: { readonly dns: Dns; readonly target: Target }) {
  return async ({ host, token }: Pick<Domain, 'host' | 'token'>): Promise<Seen> => {
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
  };
}

function proofIn(texts: DnsAnswer, token: string): Findings['proof'] {
  if (texts.kind === 'failed') return 'unknown';
  return valuesOf(texts).includes(proofText(token)) ? 'found' : 'missing';
}

/** Every address must be ours: visitors who get another one would not arrive. */
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

/** Records are bytes that anybody chooses: a NUL, for one, cannot be stored. */
function shownValue(value: string): string {
  return value
    .slice(0, shownLength)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '\u{fffd}');
}
