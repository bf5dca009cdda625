import { Elysia } from 'elysia';
import type { Scope } from '#core/accounts/keys/api-key';
import type { FindApiKey, KeyHolder } from '#core/accounts/keys/find-api-key';
import { Refusal } from '#core/shared/refusal';
import { madeBy } from '#adapters/http/frame/concerned';

/** The text after `Authorization: Bearer`; null when the request has none. */
export function bearerOf(request: Request): string | null {
  const header = request.headers.get('authorization');
  return /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1] ?? null;
}

/**
 * Gives the following routes of the same resource a `holder`, whose API key has the scope. Without
 * a valid key in the Authorization header they refuse `unauthenticated`, and with a key without the
 * scope `forbidden`, before the body is validated.
 */
export function keyed(findKey: FindApiKey, scope: Scope) {
  return new Elysia().derive(
    { as: 'scoped' },
    async ({ request, set }): Promise<{ readonly holder: KeyHolder }> => {
      const text = bearerOf(request);
      const holder = text === null ? null : await findKey(text);
      if (holder === null) {
        set.headers['www-authenticate'] = 'Bearer';
        throw new Refusal('unauthenticated', 'Send a valid API key as Authorization: Bearer');
      }
      madeBy(request, 'key', holder.userId);
      if (!holder.scopes.includes(scope)) {
        throw new Refusal('forbidden', `This API key does not have the required scope: ${scope}`);
      }
      return { holder };
    },
  );
}
