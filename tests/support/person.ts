/** A marketer at the API: signed up, with a session, writing as the web app does. */
export type Person = {
  /** The session, to go on with after a restart: `name=value`. */
  readonly cookie: string;
  get(path: string): Promise<Response>;
  send(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Response>;
  createLink(input: Record<string, unknown>): Promise<CreatedLink>;
};

export type CreatedLink = { id: string; shortCode: string; shortUrl: string };

let people = 0;

/** Registers a new person at `url` and keeps the session's cookie. Fails when anything is refused. */
export async function signUp(url: string): Promise<Person> {
  people += 1;
  const answer = await fetch(`${url}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({
      email: `person-${people}-${crypto.randomUUID()}@waypost.test`,
      password: 'a-pass-phrase-nobody-has',
      firstName: 'Ada',
      lastName: 'Byron',
    }),
  });
  if (answer.status !== 201)
    throw new Error(`sign-up answered ${answer.status}: ${await answer.text()}`);
  return personAt(url, answer.headers.get('set-cookie')?.split(';')[0] ?? '');
}

/** A person at `url` (after a restart it may have another port) with a session cookie. */
export function personAt(url: string, cookie: string): Person {
  const send: Person['send'] = (method, path, body) =>
    fetch(`${url}${path}`, {
      method,
      headers: { cookie, origin: url, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  return {
    cookie,
    get: (path) => fetch(`${url}${path}`, { headers: { cookie } }),
    send,
    async createLink(input) {
      const answer = await send('POST', '/api/links', input);
      if (answer.status !== 201)
        throw new Error(`create answered ${answer.status}: ${await answer.text()}`);
      const link: CreatedLink = await answer.json();
      return link;
    },
  };
}
