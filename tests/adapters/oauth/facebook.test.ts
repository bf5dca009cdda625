import { expect, test } from 'bun:test';
import { facebook } from '#adapters/oauth/facebook';
import { cleanUps } from '#tests/support/clean-ups';
import {
  grace,
  graphClient,
  type GraphPerson,
  graphProvider,
} from '#tests/support/doubles/graph-provider';

const tidy = cleanUps();
const provider = graphProvider();
tidy.add(provider.stop);

const client = { ...graphClient, callbackUrl: 'https://app.example/api/auth/facebook/callback' };
const adapter = facebook({ client, urls: provider.urls });
const challenge = { state: 's'.repeat(43), nonce: 'n'.repeat(43), verifier: 'v'.repeat(43) };

const queryOf = (address: string) => Object.fromEntries(new URL(address).searchParams);

async function comeBack(person: GraphPerson = grace) {
  return queryOf(provider.consent((await adapter.authorizationUrl(challenge)) ?? '', person));
}

test('[social-sign-in] a returning person is identified by the Graph API, with an unconfirmed address', async () => {
  expect(await adapter.identify(await comeBack(), challenge)).toEqual({
    kind: 'identified',
    identity: {
      provider: 'facebook',
      subject: '10158',
      email: 'grace@example.com',
      isEmailProven: false,
      firstName: 'Grace',
      lastName: 'Hopper',
    },
  });
});

test('a person without an address or a name is accepted', async () => {
  const query = await comeBack({ id: '7' });

  expect(await adapter.identify(query, challenge)).toMatchObject({
    identity: { subject: '7', email: null, firstName: '', lastName: '' },
  });
});

test('[social-sign-in] a code works once, and a different state is rejected', async () => {
  const query = await comeBack();
  const foreign = { ...challenge, state: 'another' };
  expect((await adapter.identify(query, foreign)).kind).toBe('untrusted');
  expect((await adapter.identify(query, challenge)).kind).toBe('identified');

  expect((await adapter.identify(query, challenge)).kind).toBe('untrusted');
});

test('a person who declines is reported as declined', async () => {
  const query = { error: 'access_denied', error_reason: 'user_denied', state: challenge.state };

  expect(await adapter.identify(query, challenge)).toEqual({ kind: 'cancelled' });
});

test('an application with a wrong secret gets no data', async () => {
  const wrong = facebook({
    client: { ...client, secret: 'wrong' },
    urls: provider.urls,
  });

  expect((await wrong.identify(await comeBack(), challenge)).kind).toBe('untrusted');
});

test('a Facebook outage is reported as an outage', async () => {
  const broken = graphProvider();
  tidy.add(broken.stop);
  broken.breakDown();
  const there = facebook({ client, urls: broken.urls });
  const query = queryOf(broken.consent((await there.authorizationUrl(challenge)) ?? ''));

  expect(await there.identify(query, challenge)).toEqual({ kind: 'away' });
});
