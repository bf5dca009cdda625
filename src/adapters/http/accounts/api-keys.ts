import { Elysia } from 'elysia';
import { z } from 'zod';
import { type ApiKey, type Scope, scopes } from '#core/accounts/keys/api-key';
import type { createApiKey } from '#core/accounts/keys/create-api-key';
import type { listApiKeys } from '#core/accounts/keys/list-api-keys';
import type { revokeApiKey } from '#core/accounts/keys/revoke-api-key';
import { sessionToken, signedIn, type SignedInPorts } from '#adapters/http/sign-in/signed-in';

export type ApiKeyRoutesPorts = {
  readonly session: SignedInPorts;
  readonly createApiKey: ReturnType<typeof createApiKey>;
  readonly listApiKeys: ReturnType<typeof listApiKeys>;
  readonly revokeApiKey: ReturnType<typeof revokeApiKey>;
  /** Revokes every key of an account at once on every instance. */
  revokeAllApiKeys(userId: string): Promise<void>;
};

/** A key as the API shows it. Dates are ISO 8601 in UTC. */
export type ApiKeyJson = {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** The key's last four characters. */
  readonly ending: string;
  readonly createdAt: string;
  /** Rounded to the minute; null before the first use. */
  readonly lastUsedAt: string | null;
};

const newKeyBody = z.object({
  name: z
    .string('Enter a name for the key')
    .trim()
    .min(1, 'Enter a name for the key')
    .max(100, 'The name must be at most 100 characters')
    .regex(/^\P{Cc}*$/u, 'The name contains characters that are not allowed'),
  scopes: z.array(z.enum(scopes, 'Unknown scope'), 'Choose at least one permission'),
});

/** An account's API keys. They need a session: a key cannot create other keys. */
export function apiKeyRoutes(ports: ApiKeyRoutesPorts) {
  return new Elysia({ name: 'api-keys' })
    .use(signedIn(ports.session))
    .get('/api/keys', async ({ user }) => (await ports.listApiKeys(user.id)).map(keyJson))
    .post(
      '/api/keys',
      async ({ user, body, request, set }) => {
        const token = sessionToken(ports.session, request);
        const { key, text } = await ports.createApiKey(user, body, token);
        set.status = 201;
        return { ...keyJson(key), key: text };
      },
      { body: newKeyBody },
    )
    .delete('/api/keys', async ({ user, set }) => {
      await ports.revokeAllApiKeys(user.id);
      set.status = 204;
    })
    .delete('/api/keys/:id', async ({ user, params, set }) => {
      await ports.revokeApiKey(user.id, params.id);
      set.status = 204;
    });
}

function keyJson(key: ApiKey): ApiKeyJson {
  return {
    id: key.id,
    name: key.name,
    scopes: key.scopes,
    ending: key.ending,
    createdAt: key.createdAt.toISOString(),
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
  };
}
