import { join } from 'node:path';
import { linkIn, mailsIn, tokenOf } from './readers/mail-files.ts';
import { eventually } from './waiting.ts';

/** A marketer at the API: signed up, with a session, with the headers of the web app. */
export type Person = {
  /** The session, to continue with after a restart: `name=value`. */
  readonly cookie: string;
  get(path: string): Promise<Response>;
  send(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
  ): Promise<Response>;
  createLink(input: Record<string, unknown>): Promise<CreatedLink>;
};

export type CreatedLink = { id: string; shortCode: string; shortUrl: string };

let people = 0;

/**
 * Registers a new person at `url` and keeps the session's cookie. Fails when a request is refused.
 */
export async function signUp(url: string): Promise<Person> {
  people += 1;
  return signUpAs(url, `person-${people}-${crypto.randomUUID()}@waypost.test`);
}

/**
 * As `signUp`, and opens the link that proves the address: for a Waypost without SMTP, whose mails
 * are files in its `dataDir`.
 */
export async function signUpConfirmed(url: string, dataDir: string): Promise<Person> {
  people += 1;
  const email = `person-${people}-${crypto.randomUUID()}@waypost.test`;
  const person = await signUpAs(url, email);
  const [mail] = await eventually(
    () => mailsIn(join(dataDir, 'mail'), email),
    (mails) => mails.length > 0,
    20,
  );
  const answer = await person.send('POST', '/api/auth/verify-email', {
    token: tokenOf(linkIn(mail, '/verify')),
  });
  if (answer.status !== 204) throw new Error(`the link answered ${answer.status}`);
  return person;
}

/** As `signUp`, with this address. */
export async function signUpAs(url: string, email: string): Promise<Person> {
  const answer = await fetch(`${url}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({
      email,
      password: 'a-pass-phrase-nobody-has',
      firstName: 'Ada',
      lastName: 'Byron',
    }),
  });
  if (answer.status !== 201)
    throw new Error(`sign-up answered ${answer.status}: ${await answer.text()}`);
  return personAt(url, answer.headers.get('set-cookie')?.split(';')[0] ?? '');
}

/** A person at `url` (after a restart the port may differ) with a session cookie. */
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
