import { createHmac } from 'node:crypto';

/** The application's registration with this provider. */
export const graphClient = { id: '4711', secret: 'app-secret-planted' };

/** A person with an account there, as the Graph API describes them. */
export type GraphPerson = {
  readonly id: string;
  readonly email?: string;
  readonly first_name?: string;
  readonly last_name?: string;
};

export const grace: GraphPerson = {
  id: '10158',
  email: 'grace@example.com',
  first_name: 'Grace',
  last_name: 'Hopper',
};

const accessToken = 'graph-token-planted';
/** The provider's secret texts, which must be stored nowhere. */
export const plantedGraphTokens = [accessToken, graphClient.secret];

/**
 * A provider like Facebook on loopback: OAuth 2.0 without OpenID, and `/me` with proof of the
 * secret.
 */
export function graphProvider() {
  const people = new Map<string, { person: GraphPerson; redirectUri: string }>();
  let current: GraphPerson = grace;
  let isBroken = false;

  const server: Bun.Server<undefined> = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    routes: {
      '/dialog/oauth': (request) => Response.redirect(consent(request.url)),
      '/graph/oauth/access_token': {
        POST: async (request) => token(new URLSearchParams(await request.text())),
      },
      '/graph/me': (request) => me(request),
    },
  });
  const origin = `http://127.0.0.1:${server.port}`;

  /** `person` consents to the application at `address`. Returns the redirect's target. */
  function consent(address: string, person: GraphPerson = grace): string {
    const asked = new URL(address).searchParams;
    if (asked.get('client_id') !== graphClient.id) throw new Error('an unknown client');
    const code = `code-planted-${crypto.randomUUID()}`;
    const redirectUri = asked.get('redirect_uri') ?? '';
    people.set(code, { person, redirectUri });
    const back = new URL(redirectUri);
    back.search = new URLSearchParams({ code, state: asked.get('state') ?? '' }).toString();
    return back.href;
  }

  function token(form: URLSearchParams): Response {
    const granted = people.get(form.get('code') ?? '');
    people.delete(form.get('code') ?? '');
    const isRight =
      form.get('client_id') === graphClient.id &&
      form.get('client_secret') === graphClient.secret &&
      form.get('redirect_uri') === granted?.redirectUri;
    if (!granted || !isRight) {
      return Response.json({ error: { message: 'Invalid code', code: 100 } }, { status: 400 });
    }
    current = granted.person;
    return Response.json({
      access_token: accessToken,
      token_type: 'bearer',
      expires_in: 5_183_944,
    });
  }

  function me(request: Request): Response {
    if (isBroken) return new Response('<html>', { status: 502 });
    const proof = createHmac('sha256', graphClient.secret).update(accessToken).digest('hex');
    const isProven = new URL(request.url).searchParams.get('appsecret_proof') === proof;
    const isAllowed = request.headers.get('authorization') === `Bearer ${accessToken}`;
    if (isProven && isAllowed) return Response.json(current);
    return Response.json({ error: { message: 'Invalid proof' } }, { status: 400 });
  }

  return {
    urls: { dialog: `${origin}/dialog/oauth`, graph: `${origin}/graph` },
    consent,
    breakDown: () => void (isBroken = true),
    stop: () => server.stop(true),
  };
}
