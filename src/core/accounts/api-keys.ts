import { type FindSession, requireRecentProof } from './sign-in/session.ts';
import {
  type ApiKey,
  type ApiKeyChanges,
  formerKeyMs,
  type NewApiKey,
} from '#contract/accounts/api-keys';
import { emailUnverified, invalid, Refusal } from '#core/shared/refusal';
import type { AccountPorts } from './ports.ts';
import type { KeyHolder } from './key-ports.ts';
import type { User } from './user.ts';

const secretBytes = 32;
const endingLength = 4;

type KeyPorts = Pick<AccountPorts, 'keys' | 'newId' | 'randomBytes'> & FindSession;

/** A key, and its text. */
type ShownKey = ApiKey & { readonly key: string };

/**
 * Creates a key. Its text is stored nowhere. Refuses `email_unverified`, `reauth_required`, `invalid`
 * for an end that has passed, and `conflict` when the account has `mostKeys`.
 */
export async function createApiKey(
  ports: KeyPorts,
  { id: userId, verified, token }: KeyOwner,
  { name, scopes, expiresAt = null }: NewApiKey,
): Promise<ShownKey> {
  if (!verified) throw emailUnverified('create API keys');
  await requireRecentProof(ports, token);

  const nowMs = ports.clock.now();
  refusePastEnd(expiresAt, nowMs);
  const { key, ...text } = newText(ports);
  const added = await ports.keys.add(userId, {
    id: ports.newId(nowMs),
    name,
    scopes: [...new Set(scopes)],
    expiresAt,
    ...text,
    createdAt: new Date(nowMs),
  });
  return { ...added, key };
}

/** Changes a key. Refuses `reauth_required`, `invalid` for an end that has passed, and `not_found`. */
export async function changeApiKey(
  ports: KeyPorts,
  { id: userId, token }: KeyOwner,
  { keyId, changes }: { readonly keyId: string; readonly changes: ApiKeyChanges },
): Promise<ApiKey> {
  await requireRecentProof(ports, token);
  refusePastEnd(changes.expiresAt, ports.clock.now());
  const { scopes } = changes;
  return ports.keys.change(userId, keyId, {
    ...changes,
    ...(scopes && { scopes: [...new Set(scopes)] }),
  });
}

/**
 * Gives a key another text; the present one works for `formerKeyMs` more. Refuses `reauth_required`
 * and `not_found`.
 */
export async function rotateApiKey(
  ports: KeyPorts,
  { id: userId, token }: KeyOwner,
  keyId: string,
): Promise<ShownKey> {
  await requireRecentProof(ports, token);
  const { key, ...text } = newText(ports);
  const formerUntil = new Date(ports.clock.now() + formerKeyMs);
  return { ...(await ports.keys.rotate(userId, keyId, { ...text, formerUntil })), key };
}

/** The text of a key: a prefix that secret scanners recognise, and 256 random bits. */
function newText({ randomBytes, digest }: Pick<AccountPorts, 'randomBytes' | 'digest'>) {
  const key = `wp_${randomBytes(secretBytes).toHex()}`;
  return { key, digest: digest(key), ending: key.slice(-endingLength) };
}

function refusePastEnd(expiresAt: Date | null | undefined, nowMs: number): void {
  if (!expiresAt || expiresAt.getTime() > nowMs) return;
  throw invalid({ path: 'expiresAt', message: 'Choose a time in the future' });
}

/** A person, with the token of their session. */
export type KeyOwner = Pick<User, 'id' | 'verified'> & { readonly token: string };

/**
 * Returns the holder of the key with this text, sent from this network; null for text that is no valid
 * key. Refuses `key_expired`, and `too_many_requests` for a network that has sent many wrong keys.
 */
export type FindApiKey = (text: string, network: string) => Promise<KeyHolder | null>;

type FindingKeys = Pick<AccountPorts, 'digest' | 'clock'> & {
  readonly keys: Pick<AccountPorts['keys'], 'use'>;
};

/** Text that has not the form of a key is rejected without a query. */
export async function findApiKey(
  { keys, digest, clock }: FindingKeys,
  text: string,
): Promise<KeyHolder | null> {
  const isKeyText = /^wp_[\da-f]{64}$/.test(text);
  const holder = isKeyText ? await keys.use(digest(text), new Date(clock.now())) : null;
  if (holder === 'expired') throw new Refusal('key_expired', 'This API key has expired');
  return holder;
}
