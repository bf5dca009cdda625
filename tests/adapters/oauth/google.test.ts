import { expect, test } from 'bun:test';
import { google } from '#adapters/oauth/google';
import type { Challenge } from '#core/accounts/sign-in/social-identity';
import { hourMs } from '#core/shared/time';
import { cleanUps } from '#tests/support/clean-ups';
import {
  ada,
  type Lies,
  openIdClient,
  openIdProvider,
} from '#tests/support/doubles/open-id-provider';

const tidy = cleanUps();
const provider = await openIdProvider();
tidy.add(provider.stop);

const client = { ...openIdClient, callbackUrl: 'https://app.example/api/auth/google/callback' };
const clock = { now: () => Date.now() };
const adapter = google({ client, issuer: provider.issuer, clock });

const random = () => crypto.getRandomValues(new Uint8Array(32)).toBase64({ alphabet: 'base64url' });
const newChallenge = (): Challenge => ({
  state: random().slice(0, 43),
  nonce: random().slice(0, 43),
  verifier: random().slice(0, 43),
});

const queryOf = (address: string) => Object.fromEntries(new URL(address).searchParams);

async function comeBack(challenge = newChallenge(), claims = ada) {
  const address = (await adapter.authorizationUrl(challenge)) ?? '';
  return { challenge, query: queryOf(provider.consent(address, claims)) };
}

async function identifyWith(lies: Lies) {
  const { challenge, query } = await comeBack();
  provider.lie(lies);
  try {
    return await adapter.identify(query, challenge);
  } finally {
    provider.honest();
  }
}

const nowSeconds = () => Math.floor(Date.now() / 1000);

test('a returning person is identified by the ID token that Google signed', async () => {
  const { challenge, query } = await comeBack();

  expect(await adapter.identify(query, challenge)).toEqual({
    kind: 'identified',
    identity: {
      provider: 'google',
      subject: '110169484474386276334',
      email: 'Ada@Example.com',
      isEmailProven: true,
      firstName: 'Ada',
      lastName: 'Byron',
    },
  });
});

test('[social-sign-in] the browser is redirected with state, nonce and a challenge, never with the verifier', async () => {
  const challenge = newChallenge();

  const address = new URL((await adapter.authorizationUrl(challenge)) ?? '');

  const asked = queryOf(address.href);
  expect(asked).toMatchObject({
    client_id: openIdClient.id,
    redirect_uri: client.callbackUrl,
    response_type: 'code',
    scope: 'openid email profile',
    state: challenge.state,
    nonce: challenge.nonce,
    code_challenge_method: 'S256',
  });
  expect(address.href).not.toContain(challenge.verifier);
  expect(address.href).not.toContain(openIdClient.secret);
});

const distrusted: readonly (readonly [what: string, lies: () => Lies])[] = [
  ['is signed by nobody', () => ({ signature: 'none' })],
  ['is signed with the shared secret', () => ({ signature: 'secret' })],
  ['is signed by a key that is not published', () => ({ signature: 'foreign' })],
  ['names another person than was signed', () => ({ swappedSub: '666' })],
  ['is for another application', () => ({ claims: { aud: 'another-client' } })],
  [
    'is for several and comes from another',
    () => ({ claims: { aud: [openIdClient.id, 'x'], azp: 'x' } }),
  ],
  ['is of another issuer', () => ({ claims: { iss: 'https://accounts.evil.example' } })],
  ['has expired', () => ({ claims: { iat: nowSeconds() - 7200, exp: nowSeconds() - 3600 } })],
  ['is not valid yet', () => ({ claims: { nbf: nowSeconds() + 3600 } })],
  ['answers another question', () => ({ claims: { nonce: 'of-another-browser' } })],
  ['answers no question', () => ({ claims: { nonce: undefined } })],
  ['names nobody', () => ({ claims: { sub: '' } })],
  ['is missing', () => ({ noIdToken: true })],
];

test.each(distrusted)('[social-sign-in] an ID token that %s is rejected', async (_, lies) => {
  expect((await identifyWith(lies())).kind).toBe('untrusted');
});

test('[social-sign-in] a code works once', async () => {
  const { challenge, query } = await comeBack();
  expect((await adapter.identify(query, challenge)).kind).toBe('identified');

  expect((await adapter.identify(query, challenge)).kind).toBe('untrusted');
});

test('[social-sign-in] a code that was stolen from another browser is rejected', async () => {
  const victim = await comeBack();
  const own = newChallenge();

  const query = { ...victim.query, state: own.state };

  expect((await adapter.identify(query, own)).kind).toBe('untrusted');
});

test('[social-sign-in] a response of another provider is rejected', async () => {
  const { challenge, query } = await comeBack();

  const mixed = { ...query, iss: 'https://accounts.evil.example' };

  expect((await adapter.identify(mixed, challenge)).kind).toBe('untrusted');
});

test('[social-sign-in] an address is confirmed only when Google explicitly says so', async () => {
  for (const email_verified of [false, 'true', 1, undefined]) {
    const answer = await identifyWith({ claims: { email_verified } });

    expect(answer).toMatchObject({ kind: 'identified', identity: { isEmailProven: false } });
  }
});

test('an invalid address is dropped, and long names are shortened', async () => {
  const name = `  ${'\u{1F642}'.repeat(120)}\u0000 `;
  const claims = { email: 'nobody\r\nBcc: x@example.com', given_name: name, family_name: 7 };

  expect(await identifyWith({ claims: { ...claims } })).toMatchObject({
    identity: { email: null, firstName: '\u{1F642}'.repeat(100), lastName: '' },
  });
});

test('a person who declines at Google is reported as declined', async () => {
  const challenge = newChallenge();
  const query = queryOf(provider.decline((await adapter.authorizationUrl(challenge)) ?? ''));

  expect(await adapter.identify(query, challenge)).toEqual({ kind: 'cancelled' });
});

test('a Google outage is reported as an outage', async () => {
  expect(await identifyWith({ status: 503 })).toEqual({ kind: 'away' });

  const gone = await openIdProvider();
  await gone.stop();
  const lost = google({ client, issuer: gone.issuer, clock });
  expect(await lost.authorizationUrl(newChallenge())).toBeNull();
  expect(await lost.identify({}, newChallenge())).toEqual({ kind: 'away' });
});

test('Google’s discovery document is cached, except after a failure', async () => {
  const time = { nowMs: Date.now() };
  const late = await openIdProvider();
  const patient = google({ client, issuer: late.issuer, clock: { now: () => time.nowMs } });
  expect(await patient.authorizationUrl(newChallenge())).not.toBeNull();
  await late.stop();

  expect(await patient.authorizationUrl(newChallenge())).not.toBeNull();
  time.nowMs += 2 * hourMs;
  expect(await patient.authorizationUrl(newChallenge())).toBeNull();
});
