import * as z from 'zod/mini';
import { id, line, moment } from '#contract/fields';
import { listOf, PageQuery } from '#contract/paging';
import { route } from '#contract/route';

/** What a key may be allowed to do. To write something includes to read it. */
export const scopes = [
  ...(['links:read', 'links:write', 'domains:read', 'domains:write'] as const),
  ...(['analytics:read', 'analytics:write', 'conversions:read', 'conversions:write'] as const),
  ...(['webhooks:read', 'webhooks:write', 'account:read', 'account:write'] as const),
  ...(['sql', 'account:export'] as const),
] as const;
export type Scope = (typeof scopes)[number];

/** Whether a key with these scopes may do what `scope` names. */
export function allows(held: readonly Scope[], scope: Scope): boolean {
  return held.some((each) => each === scope || each === scope.replace(':read', ':write'));
}

/** How long a key's former text works after a rotation, in milliseconds. */
export const formerKeyMs = 24 * 3_600_000;
/** Limit of keys of one account: enough for every program and its replacement key. */
export const mostKeys = 20;
/** Limit of the length of a key's name, in UTF-16 units. */
export const longestKeyName = 100;

const fields = {
  name: line({
    missing: 'Enter a name for the key',
    most: longestKeyName,
    tooLong: `The name must be at most ${longestKeyName} characters`,
    unusable: 'The name contains characters that are not allowed',
  }),
  scopes: z
    .array(z.enum(scopes, 'Unknown scope'), 'Choose at least one permission')
    .check(z.minLength(1, 'Choose at least one permission')),
  /** When it ends; null: never. */
  expiresAt: z.nullable(moment),
};

/** An API key of an account, for the account's own programs. The key's text is not stored. */
export const ApiKey = z.object({
  id,
  ...fields,
  /** The key's last four characters, by which its owner recognises it. */
  ending: z.string(),
  createdAt: moment,
  /** Until when the text before the last rotation works, too; null: it does not. */
  formerUntil: z.nullable(moment),
  /** Made when `links:read` opened QR codes alone. It reads links now. Its owner's next change ends this. */
  readsMore: z.boolean(),
  /** Rounded to the minute; null before the first use. */
  lastUsedAt: z.nullable(moment),
});
export type ApiKey = z.output<typeof ApiKey>;

export const NewApiKey = z.extend(z.object(fields), { expiresAt: z.optional(fields.expiresAt) });
export type NewApiKey = z.output<typeof NewApiKey>;

export const ApiKeyChanges = z.partial(z.object(fields));
export type ApiKeyChanges = z.output<typeof ApiKeyChanges>;

/** With its text, which is shown this once. */
const ShownKey = z.extend(ApiKey, { key: z.string() });

export const listKeys = route('GET /api/v1/keys', {
  scope: 'account:read',
  summary: 'List API keys',
  query: PageQuery,
  answer: listOf(ApiKey),
});
export const createKey = route('POST /api/keys', {
  audit: 'key_created',
  body: NewApiKey,
  status: 201,
  answer: ShownKey,
});
export const changeKey = route('PATCH /api/keys/:id', {
  audit: 'key_changed',
  body: ApiKeyChanges,
  answer: ApiKey,
});
/** The former text works for `formerKeyMs` more. */
export const rotateKey = route('POST /api/keys/:id/rotate', {
  audit: 'key_rotated',
  answer: ShownKey,
});
export const revokeAllKeys = route('DELETE /api/keys', { audit: 'keys_revoked' });
export const revokeKey = route('DELETE /api/keys/:id', { audit: 'key_revoked' });
/** The key that calls. */
export const showCurrentKey = route('GET /api/v1/keys/current', {
  scope: 'any',
  summary: 'Read the API key that calls',
  answer: ApiKey,
});
export const revokeCurrentKey = route('DELETE /api/v1/keys/current', {
  scope: 'any',
  summary: 'Revoke the API key that calls',
  audit: 'key_revoked',
});
