import { createHmac } from 'node:crypto';
import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import type { IdentityProvider, SocialIdentity } from '#core/accounts/sign-in/social-identity';
import type { OAuthClient } from './client.ts';
import { personEmail, personName, subject } from './person-fields.ts';
import { reach } from './reach.ts';
import { unbelieved } from './unbelieved.ts';

/** Facebook's addresses. */
export type FacebookUrls = {
  /** The login dialog. */
  readonly dialog: string;
  /** The Graph API, with its version and without a trailing slash. */
  readonly graph: string;
};

export type FacebookSettings = {
  readonly client: OAuthClient;
  /** Facebook's own addresses; in tests those of a test double. */
  readonly urls: FacebookUrls;
};

const me = z.object({
  id: subject,
  email: personEmail.optional().transform((email) => email ?? null),
  first_name: personName.optional(),
  last_name: personName.optional(),
});

/**
 * Facebook by OAuth 2.0: authorization code, and the Graph API for the person's data, both
 * requested directly and with the app's secret. Facebook does not say whether an address is proven,
 * so none counts as proven. Its documents:
 * https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow
 */
export function facebook({ client, urls }: FacebookSettings): IdentityProvider {
  const server = {
    issuer: new URL(urls.dialog).origin,
    token_endpoint: `${urls.graph}/oauth/access_token`,
  };
  const known = { client_id: client.id };
  const options = reach(urls.graph);

  /** Exchanges the person's code for a token. */
  const tokenFor = async (query: Readonly<Record<string, string>>, state: string) => {
    const returned = oauth.validateAuthResponse(server, known, new URLSearchParams(query), state);
    const secret = oauth.ClientSecretPost(client.secret);
    const answer = await oauth.authorizationCodeGrantRequest(
      server,
      known,
      secret,
      returned,
      client.callbackUrl,
      oauth.nopkce,
      options,
    );
    const { access_token } = await oauth.processAuthorizationCodeResponse(server, known, answer);
    return access_token;
  };

  const whose = async (token: string): Promise<SocialIdentity> => {
    const url = new URL(`${urls.graph}/me?fields=id,first_name,last_name,email`);
    url.searchParams.set('appsecret_proof', proofOf(token, client.secret));
    const answer = await oauth.protectedResourceRequest(
      ...([token, 'GET', url, undefined, undefined, options] as const),
    );
    const said = me.parse(answer.ok ? await answer.json() : null);
    return identityOf(said);
  };

  return {
    async authorizationUrl({ state }) {
      const url = new URL(urls.dialog);
      url.searchParams.set('client_id', client.id);
      url.searchParams.set('redirect_uri', client.callbackUrl);
      url.searchParams.set('response_type', 'code');
      url.searchParams.set('scope', 'email,public_profile');
      url.searchParams.set('state', state);
      return url.href;
    },
    async identify(query, { state }) {
      try {
        return { kind: 'identified', identity: await whose(await tokenFor(query, state)) };
      } catch (error) {
        return unbelieved(error);
      }
    },
  };
}

function identityOf(said: z.infer<typeof me>): SocialIdentity {
  return {
    provider: 'facebook',
    subject: said.id,
    email: said.email,
    isEmailProven: false,
    firstName: said.first_name ?? '',
    lastName: said.last_name ?? '',
  };
}

/** Proves to the Graph API that the caller has the secret. */
function proofOf(token: string, secret: string): string {
  return createHmac('sha256', secret).update(token).digest('hex');
}
