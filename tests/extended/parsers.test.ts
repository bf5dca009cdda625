import { describe, expect, test } from 'bun:test';
import { queryOf, refuseMalformedUrl } from '#adapters/http/frame/malformed-url';
import {
  addressNetwork,
  clientAddress,
  parseTrustedProxies,
} from '#adapters/http/frame/client-address';
import { bearerOf } from '#adapters/http/sign-in/keyed';
import { textCell } from '#adapters/http/csv/cells';
import { LinksQuery } from '#contract/links/links';
import { Credentials, Registration } from '#contract/accounts/sign-in';
import { sessionCookie } from '#adapters/http/cookies/session-cookie';
import { readTarget } from '#adapters/http/redirect/target';
import { readVisitor } from '#adapters/http/redirect/visitor';
import { userAgents } from '#adapters/user-agent/describe-agent';
import { knownBots } from '#adapters/user-agent/is-bot';
import { networkOf } from '#core/clicks/address';
import { readCampaigns } from '#core/clicks/read-campaign';
import { readReferrers } from '#core/clicks/read-referrer';
import { readTextReport } from '#core/conversions/reports/text-report';
import { isTimeZone } from '#core/analytics/periods';
import { readAlias } from '#core/links/names/alias';
import { destinationRules, isSafeLocation } from '#core/links/destination';
import { isReservedWord as isReserved } from '#core/links/names/reserved-words';
import { centsFromDecimal } from '#core/shared/money';
import { isId } from '#core/shared/ids';
import { aVisit } from '#tests/support/builders/visits';

const length = 100_000;
const userAgentLength = 512;

/**
 * The worst input for a backtracking pattern: a long run, and then a character that does not match.
 */
const adversaries = [
  ...[
    'a',
    '0',
    '.',
    ' ',
    '\t',
    '@',
    '%',
    '/',
    ';',
    '(',
    ':',
    '-',
    ',',
    '=',
    '&',
    '\n',
    'é',
    '\ud83d',
  ],
  ...[
    'a.',
    'a@',
    'a@a.',
    '%2e',
    '%20',
    ' ;',
    ';q=0',
    'gzip;',
    '1.',
    '::',
    '0:',
    '[',
    "'",
    '"',
    '=a',
  ],
  ...['Mozilla/5.0 (', 'https://', 'https://a.', 'https://a@', 'utm_source=', 'Bearer ', '..', 'ﬁ'],
].flatMap((unit) => {
  const run = unit.repeat(Math.ceil(length / unit.length));
  return [`${run}!`, `x${run}\0`];
});

const headersWith = (name: string) => (text: string) =>
  new Request('http://localhost/', {
    // A header accepts only Latin-1, on one line.
    headers: { [name]: text.replace(/[^\x20-\x7e]/g, '~') },
  });
const withCookie = headersWith('cookie');
const withAgent = headersWith('user-agent');
const withBearer = headersWith('authorization');

const readDestination = destinationRules(['https://go.example']);
const describeAgent = userAgents();
const isBot = knownBots();
const trustedProxies = parseTrustedProxies(['0.0.0.0/0', '::/0']);
const report = { event: 'sale', value: '1', currency: 'USD', orderId: '' };

const parsers: Readonly<Record<string, (text: string) => unknown>> = {
  destination: readDestination,
  'a stored destination': isSafeLocation,
  alias: (text) => catching(() => readAlias(text, isReserved)),
  'a reserved word': isReserved,
  'the address of a login': (text) => Credentials.safeParse({ email: text, password: text }),
  registration: (text) =>
    Registration.safeParse({ firstName: text, lastName: text, email: text, password: text }),
  'a request’s target': (text) => readTarget(`http://localhost/${text}`),
  'a request’s address': (text) => catching(() => refuseMalformedUrl(`http://a/${text}`)),
  'a request’s query': (text) => queryOf(`http://localhost/?${text}`),
  'a list’s query': (text) =>
    LinksQuery.safeParse({ search: text, sort: text, order: text, limit: text, cursor: text }),
  'forwarded for': (text) =>
    clientAddress({ socketAddress: '10.0.0.1', forwardedFor: text, trustedProxies }),
  network: addressNetwork,
  'a truncated address': (text) => networkOf(text, { ipv4: 24, ipv6: 48 }),
  'session cookie': (text) => sessionCookie('http://localhost').read(withCookie(text)),
  visitor: (text) => readVisitor(withAgent(text).headers, '203.0.113.7', text),
  bearer: (text) => bearerOf(withBearer(`Bearer ${text}`)),
  'user agent': (text) => describeAgent(text.slice(0, userAgentLength)),
  bot: (text) => isBot(text.slice(0, userAgentLength)),
  referrer: (text) => readReferrers(new Set())(aVisit({ referrer: text })),
  campaign: (text) => readCampaigns()(aVisit({ query: text })),
  'a report': (text) =>
    [{ event: text }, { value: text }, { currency: text }, { orderId: text }].map((part) =>
      readTextReport({ ...report, ...part }),
    ),
  amount: centsFromDecimal,
  id: isId,
  'time zone': isTimeZone,
  'a cell of an export': textCell,
};

function catching(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

/** Processor time in milliseconds: other processes do not count. */
function costMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Quadratic work on 100,000 characters takes seconds on every machine. Linear work takes a few
 * milliseconds, and a garbage collection may happen during it.
 */
const mostMs = 400;

describe('[linear-parsing] no text of 100,000 characters blocks a parser', () => {
  for (const [what, parse] of Object.entries(parsers)) {
    test(what, () => {
      for (const text of adversaries) parse(text.slice(0, 100));

      const slow = adversaries.filter((text) => costMs(() => parse(text)) > mostMs);

      expect(slow.map((text) => text.slice(0, 20))).toEqual([]);
    });
  }

  test('control: a backtracking parser is detected', () => {
    const looksBack = (text: string) => /[\s/.]+$/.test(text);

    expect(costMs(() => looksBack(`${'.'.repeat(40_000)}!`))).toBeGreaterThan(mostMs);
  });
});
