import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import type {
  Challenge,
  Identification,
  IdentityProvider,
} from '#core/accounts/sign-in/social-identity';
import { singleFlight } from '#core/shared/single-flight';
import { hourMs, type Clock } from '#core/shared/time';
import type { OAuthClient } from './client.ts';
import { personEmail, personName, subject } from './person-fields.ts';
import { ProviderAway, reach } from './reach.ts';
import { unbelieved } from './unbelieved.ts';

export type GoogleSettings = {
  readonly client: OAuthClient;
  /** Google's own; in tests that of a test double. */
  readonly issuer: string;
  readonly clock: Clock;
};

type Google = {
  readonly server: oauth.AuthorizationServer;
  readonly client: oauth.Client;
  readonly secret: oauth.ClientAuth;
  readonly callbackUrl: string;
};

const claims = z.object({
  sub: subject,
  email: personEmail.optional().transform((email) => email ?? null),
  email_verified: z.literal(true).optional().catch(undefined),
  given_name: personName.optional(),
  family_name: personName.optional(),
});

/**
 * Google by OpenID Connect: authorization code with PKCE, and an ID token whose signature, issuer,
 * audience, times and nonce are checked. The tokens are dropped after reading. Its documents:
 * https://developers.google.com/identity/openid-connect/openid-connect
 */
export function google({ client, issuer, clock }: GoogleSettings): IdentityProvider {
  const options = reach(issuer);
  const discovered = singleFlight<oauth.AuthorizationServer>({ clock, keepMs: hourMs });
  const open = async (): Promise<Google> => ({
    server: await discovered.get(issuer, () => discover(issuer)),
    client: { client_id: client.id, id_token_signed_response_alg: 'RS256' },
    secret: oauth.ClientSecretPost(client.secret),
    callbackUrl: client.callbackUrl,
  });

  return {
    async authorizationUrl(challenge) {
      try {
        return await authorizationUrlOf(await open(), challenge);
      } catch (error) {
        if (error instanceof ProviderAway) return null;
        throw error;
      }
    },
    async identify(query, challenge) {
      try {
        return await identified(await open(), { query, challenge, options });
      } catch (error) {
        return unbelieved(error);
      }
    },
  };
}

async function discover(issuer: string): Promise<oauth.AuthorizationServer> {
  const url = new URL(issuer);
  const answer = await oauth.discoveryRequest(url, reach(issuer));
  return oauth.processDiscoveryResponse(url, answer);
}

async function authorizationUrlOf(
  { server, client, callbackUrl }: Google,
  { state, nonce, verifier }: Challenge,
): Promise<string> {
  const url = new URL(server.authorization_endpoint ?? '');
  const asked = {
    client_id: client.client_id,
    redirect_uri: callbackUrl,
    response_type: 'code',
    scope: 'openid email profile',
    prompt: 'select_account',
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  return url.href;
}

type Returned = {
  readonly query: Readonly<Record<string, string>>;
  readonly challenge: Challenge;
  readonly options: ReturnType<typeof reach>;
};

async function identified(
  { server, client, secret, callbackUrl }: Google,
  { query, challenge, options }: Returned,
): Promise<Identification> {
  const { state, nonce, verifier } = challenge;
  const returned = oauth.validateAuthResponse(server, client, new URLSearchParams(query), state);
  const answer = await oauth.authorizationCodeGrantRequest(
    ...([server, client, secret, returned, callbackUrl, verifier, options] as const),
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer, {
    expectedNonce: nonce,
    requireIdToken: true,
  });
  await oauth.validateApplicationLevelSignature(server, answer, options);

  const said = claims.parse(oauth.getValidatedIdTokenClaims(tokens));
  const identity = {
    provider: 'google',
    subject: said.sub,
    email: said.email,
    isEmailProven: said.email_verified === true,
    firstName: said.given_name ?? '',
    lastName: said.family_name ?? '',
  } as const;
  return { kind: 'identified', identity };
}
