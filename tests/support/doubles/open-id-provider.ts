import { createHash } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { hourMs, secondMs } from '#core/shared/time';

/** The application's registration with this provider. */
export const openIdClient = { id: 'waypost-client', secret: 'client-secret-planted' };

/** A person with an account there. */
export type Claims = JWTPayload & { readonly sub: string };

export const ada: Claims = {
  sub: '110169484474386276334',
  email: 'Ada@Example.com',
  email_verified: true,
  given_name: 'Ada',
  family_name: 'Byron',
};

/** The provider's possible misbehaviour; each kind lasts until `honest()`. */
export type Lies = {
  /** Claims that are not true. */
  claims?: JWTPayload;
  /** Signs with nothing, with the client's secret, or with a key that it does not publish. */
  signature?: 'none' | 'secret' | 'foreign';
  /** Replaces the person in what it has signed. */
  swappedSub?: string;
  /** Answers token requests with this status and an empty body. */
  status?: number;
  /** Gives no ID token. */
  noIdToken?: true;
};

type Grant = {
  readonly claims: Claims;
  readonly redirectUri: string;
  readonly challenge: string;
  readonly nonce: string;
};

const accessToken = 'access-token-planted';
const refreshToken = 'refresh-token-planted';
/** The provider's secret texts, which must be stored nowhere. */
export const plantedTokens = [accessToken, refreshToken, openIdClient.secret];

/**
 * An OpenID provider of our own on loopback: discovery, keys, an authorization page, and a token
 * endpoint that checks the client's secret, redirect address and PKCE, and accepts each code once.
 */
export async function openIdProvider() {
  const published = await generateKeyPair('RS256', { extractable: true });
  const foreign = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(published.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' };
  const grants = new Map<string, Grant>();
  /** All ID tokens that it has issued. */
  const idTokens: string[] = [];
  let lies: Lies = {};

  const server: Bun.Server<undefined> = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    routes: {
      '/.well-known/openid-configuration': () => Response.json(configuration()),
      '/jwks': () => Response.json({ keys: [jwk] }),
      '/authorize': (request) => page(new URL(request.url)),
      '/allow': (request) => Response.redirect(consent(decodeURIComponent(askedIn(request.url)))),
      '/token': { POST: async (request) => token(new URLSearchParams(await request.text())) },
    },
  });
  const issuer = `http://127.0.0.1:${server.port}`;

  const configuration = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
    code_challenge_methods_supported: ['S256'],
  });

  /** The person consents to the application at `address`. Returns the redirect's target. */
  function consent(address: string, claims: Claims = ada): string {
    const asked = new URL(address).searchParams;
    if (asked.get('client_id') !== openIdClient.id) throw new Error('an unknown client');
    if (asked.get('code_challenge_method') !== 'S256') throw new Error('no PKCE');
    const code = `code-planted-${crypto.randomUUID()}`;
    const redirectUri = asked.get('redirect_uri') ?? '';
    const challenge = asked.get('code_challenge') ?? '';
    grants.set(code, { claims, redirectUri, challenge, nonce: asked.get('nonce') ?? '' });
    return backTo(asked, { code, iss: issuer });
  }

  /** The person declines. */
  function decline(address: string): string {
    return backTo(new URL(address).searchParams, { error: 'access_denied' });
  }

  /** The page on which a person consents or declines. */
  function page(url: URL): Response {
    const yes = `/allow?to=${encodeURIComponent(encodeURIComponent(url.href))}`;
    const body = `<!doctype html><html lang="en"><title>Provider</title><h1>Sign in to Waypost?</h1>
      <p><a href="${Bun.escapeHTML(yes)}">Continue as Ada</a></p>
      <p><a href="${Bun.escapeHTML(decline(url.href))}">Cancel</a></p>`;
    return new Response(body, { headers: { 'content-type': 'text/html; charset=utf-8' } });
  }

  async function token(form: URLSearchParams): Promise<Response> {
    if (lies.status) return new Response(null, { status: lies.status });
    const code = form.get('code') ?? '';
    const grant = grants.get(code);
    grants.delete(code);
    if (!grant || !mayRedeem(form, grant)) {
      return Response.json({ error: 'invalid_grant' }, { status: 400 });
    }
    const id_token = lies.noIdToken ? undefined : await idToken(grant);
    if (id_token) idTokens.push(id_token);
    const tokens = { access_token: accessToken, refresh_token: refreshToken, id_token };
    return Response.json({ ...tokens, token_type: 'Bearer', expires_in: 3600 });
  }

  async function idToken({ claims, nonce }: Grant): Promise<string> {
    const nowSeconds = Math.floor(Date.now() / secondMs);
    const payload = {
      iss: issuer,
      aud: openIdClient.id,
      nonce,
      iat: nowSeconds,
      exp: nowSeconds + hourMs / secondMs,
      ...claims,
      ...lies.claims,
    };
    const signed = await sign(payload);
    if (lies.swappedSub === undefined) return signed;
    const [head, , signature] = signed.split('.');
    const swapped = JSON.stringify({ ...payload, sub: lies.swappedSub });
    return [head, Buffer.from(swapped).toString('base64url'), signature].join('.');
  }

  function sign(payload: JWTPayload): Promise<string> | string {
    const jwt = new SignJWT(payload);
    switch (lies.signature) {
      case 'none':
        return new UnsecuredJWT(payload).encode();
      case 'secret':
        return jwt.setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(openIdClient.secret));
      case 'foreign':
        return jwt.setProtectedHeader({ alg: 'RS256', kid: 'k1' }).sign(foreign.privateKey);
      default:
        return jwt.setProtectedHeader({ alg: 'RS256', kid: 'k1' }).sign(published.privateKey);
    }
  }

  return {
    issuer,
    consent,
    decline,
    idTokens,
    lie: (told: Lies) => void (lies = told),
    honest: () => void (lies = {}),
    stop: () => server.stop(true),
  };
}

function askedIn(url: string): string {
  return new URL(url).searchParams.get('to') ?? '';
}

function backTo(asked: URLSearchParams, answer: Record<string, string>): string {
  const back = new URL(asked.get('redirect_uri') ?? '');
  const state = asked.get('state');
  for (const [name, value] of Object.entries(answer)) back.searchParams.set(name, value);
  if (state !== null) back.searchParams.set('state', state);
  return back.href;
}

function mayRedeem(form: URLSearchParams, { redirectUri, challenge }: Grant): boolean {
  const shown = createHash('sha256').update(form.get('code_verifier') ?? '');
  return (
    form.get('grant_type') === 'authorization_code' &&
    form.get('client_id') === openIdClient.id &&
    form.get('client_secret') === openIdClient.secret &&
    form.get('redirect_uri') === redirectUri &&
    shown.digest('base64url') === challenge
  );
}
