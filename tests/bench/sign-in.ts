// `bun run bench:sign-in`: whether the duration of a response shows that an e-mail address has an
// account. Sends one request at a time to a running Waypost, with known and unknown addresses in
// turn.
import { median } from './figures.ts';
import { measuredWaypost } from './measured-waypost.ts';

const rounds = 200;
/** One account gets five mails per hour; further requests do less work. */
const resetsOfOne = 5;
const accounts = rounds / resetsOfOne;
/** Fewer than every limit of one address. */
const requestsOfOneAddress = 8;
const password = 'a-pass-phrase-nobody-has';

let requests = 0;

await using waypost = await measuredWaypost({ TRUSTED_PROXIES: '127.0.0.1,::1' });
for (let n = 0; n < accounts; n += 1) await send('register', person(knownEmail(n)));
await compare('forgot-password', (email) => send('auth/forgot-password', { email }));
await compare('login, wrong password', (email) =>
  send('auth/login', { email, password: 'not the password' }),
);
// Here an unknown address gets 201 and a known one 409, so the status shows it anyway.
await compare('register', (email) => send('register', person(email)));

async function compare(what: string, ask: (email: string) => Promise<unknown>): Promise<void> {
  const known: number[] = [];
  const unknown: number[] = [];
  for (let n = 0; n < rounds; n += 1) {
    const pairs = [
      [known, knownEmail(n)],
      [unknown, `nobody-${what.length}-${n}@waypost.test`],
    ] as const;
    // The order alternates, so that neither always follows the other's work.
    for (const [times, email] of n % 2 === 0 ? pairs : pairs.toReversed()) {
      const startedAt = performance.now();
      await ask(email);
      times.push(performance.now() - startedAt);
    }
  }
  const [one, other] = [median(known), median(unknown)];
  const ratio = (one / other).toFixed(2);
  console.log(
    `${what}: known ${one.toFixed(2)} ms, unknown ${other.toFixed(2)} ms, ratio ${ratio}`,
  );
}

async function send(path: string, body: object): Promise<void> {
  const network = Math.floor(requests / requestsOfOneAddress);
  requests += 1;
  const answer = await fetch(`${waypost.url}/api/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.${network >> 16}.${(network >> 8) & 255}.${network & 255}`,
      origin: waypost.url,
    },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  if (answer.status === 429 || answer.status >= 500) throw new Error(`${path}: ${answer.status}`);
}

function person(email: string) {
  return { email, password, firstName: 'Ada', lastName: 'Byron' };
}

function knownEmail(n: number): string {
  return `known-${n % accounts}@waypost.test`;
}
