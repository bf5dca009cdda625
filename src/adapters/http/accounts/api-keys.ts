import * as apiKeys from '#contract/api-keys';
import { createApiKey, type KeyPorts } from '#core/accounts/api-keys';
import { type Mountable, on } from '#adapters/http/frame/on';
import { sessionToken, type SignedInPorts } from '#adapters/http/sign-in/signed-in';

/** An account's API keys. They need a session: a key cannot create other keys. */
export function apiKeyRoutes(ports: KeyPorts, session: SignedInPorts): Mountable[] {
  const { keys } = ports;
  return [
    on(apiKeys.listKeys, ({ caller }) => keys.of(caller.id)),
    on(apiKeys.createKey, ({ caller, body, request }) =>
      createApiKey(ports, { ...caller, token: sessionToken(session, request) }, body),
    ),
    on(apiKeys.revokeAllKeys, ({ caller }) => keys.removeAll(caller.id)),
    on(apiKeys.revokeKey, ({ caller, params }) => keys.remove(caller.id, params.id)),
  ];
}
