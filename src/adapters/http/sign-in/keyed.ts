import type { Context } from 'elysia';
import { allows, type Scope } from '#contract/accounts/api-keys';
import type { FindApiKey } from '#core/accounts/api-keys';
import type { KeyHolder } from '#core/accounts/key-ports';
import { Refusal } from '#core/shared/refusal';
import { addressNetwork } from '#adapters/http/frame/client-address';
import { setActor } from '#adapters/http/frame/request-subject';

/** The text after `Authorization: Bearer`; null when the request has none. */
export function bearerOf(request: Request): string | null {
  const header = request.headers.get('authorization');
  return /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1] ?? null;
}

/** Several cookies are a list. */
export type AnswerHeaders = Context['set']['headers'];

/** A request, and the headers of its answer. */
export type Keyed = { readonly request: Request; readonly headers: AnswerHeaders };

/** Finds the holder of a key; `addressOf` gives the network address of its sender. */
export type KeySource = {
  readonly findKey: FindApiKey;
  readonly addressOf: (request: Request) => string;
};

/**
 * The holder of the API key in the Authorization header. Refuses `unauthenticated` without a valid
 * key, `key_expired`, and `too_many_requests` for a network that has sent many wrong keys.
 */
export async function holderOf(
  { findKey, addressOf }: KeySource,
  { request, headers }: Keyed,
): Promise<KeyHolder> {
  const text = bearerOf(request);
  headers['www-authenticate'] = 'Bearer';
  const holder = text === null ? null : await findKey(text, addressNetwork(addressOf(request)));
  if (holder === null) {
    throw new Refusal('unauthenticated', 'Send a valid API key as Authorization: Bearer');
  }
  delete headers['www-authenticate'];
  setActor(request, 'key', holder.user.id);
  return holder;
}

/**
 * Refuses a call whose address has the text of an API key, whether the key is valid or not: proxies
 * and browsers keep addresses.
 */
export function refuseKeyInAddress({ request, headers }: Keyed): void {
  if (!/wp_[\da-f]{64}/i.test(request.url)) return;
  headers['www-authenticate'] = 'Bearer';
  const message =
    'Send the API key as Authorization: Bearer, never in the address. Revoke this one: addresses are stored in many places';
  throw new Refusal('unauthenticated', message);
}

/** Refuses `scope_required` for a key that has neither of the two scopes. */
export function requireScope(
  { scopes }: KeyHolder,
  { scope, orScope }: { readonly scope: Scope | 'any'; readonly orScope: Scope | undefined },
  { headers }: Keyed,
): void {
  if (scope === 'any' || allows(scopes, scope) || (orScope && allows(scopes, orScope))) return;
  headers['www-authenticate'] = `Bearer error="insufficient_scope", scope="${scope}"`;
  const wanted = orScope ? `${scope} or ${orScope}` : scope;
  const message = `This API key does not have the required scope: ${wanted}`;
  throw new Refusal('scope_required', message, { facts: { scope } });
}
