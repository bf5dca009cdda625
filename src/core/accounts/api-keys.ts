import { type FindSession, requireRecentProof } from './sign-in/session.ts';
import type { ApiKey, NewApiKey } from '#contract/accounts/api-keys';
import { emailUnverified } from '#core/shared/refusal';
import type { AccountPorts, KeyHolder } from './ports.ts';
import type { User } from './user.ts';

const secretBytes = 32;
const endingLength = 4;

/**
 * Creates a key: a prefix that secret scanners
 * recognise, and 256 random bits. Its text is stored nowhere. Refuses `email_unverified`,
 * `reauth_required`, and `conflict` when the account has `mostKeys`.
 */
export async function createApiKey(
  ports: Pick<AccountPorts, 'keys' | 'newId' | 'randomBytes'> & FindSession,
  { id: userId, verified, token }: KeyOwner,
  { name, scopes }: NewApiKey,
): Promise<ApiKey & { readonly key: string }> {
  if (!verified) throw emailUnverified('create API keys');
  await requireRecentProof(ports, token);

  const nowMs = ports.clock.now();
  const key = `wp_${ports.randomBytes(secretBytes).toHex()}`;
  const added = await ports.keys.add(userId, {
    id: ports.newId(nowMs),
    name,
    scopes: [...new Set(scopes)],
    digest: ports.digest(key),
    ending: key.slice(-endingLength),
    createdAt: new Date(nowMs),
  });
  return { ...added, key };
}

/** A person, with the token of their session. */
export type KeyOwner = Pick<User, 'id' | 'verified'> & { readonly token: string };

/** Returns the holder of the key with this text; null for text that is no valid key. */
export type FindApiKey = (text: string) => Promise<KeyHolder | null>;

/** Text that has not the form of a key is rejected without a query. */
export async function findApiKey(
  { keys, digest, clock }: Pick<AccountPorts, 'keys' | 'digest' | 'clock'>,
  text: string,
): Promise<KeyHolder | null> {
  const isKeyText = /^wp_[\da-f]{64}$/.test(text);
  return isKeyText ? keys.use(digest(text), new Date(clock.now())) : null;
}
