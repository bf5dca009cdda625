import { useAtomValue } from 'jotai';
import { KeyRound } from 'lucide-react';
import { useId, useState } from 'react';
import type { User } from '#web/api.ts';
import type { Revoked } from './api-key-dialogs.tsx';
import { wordsOf } from './api-key-words.ts';
import { type ApiKey, apiKeysQuery } from './api-keys.ts';
import { lazyDialog } from '#web/app/state/lazy.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/answers/empty-state.tsx';
import { QueryView } from '#web/ui/answers/query.tsx';
import { ResendButton } from '#web/features/account/resend-button.tsx';
import { paths } from '#web/paths.ts';
import { dateLabel, momentLabel } from '#web/format.ts';
import { Badge } from '#web/ui/badge.tsx';

const dialogs = () => import('./api-key-dialogs.tsx');

const NewApiKeyDialog = lazyDialog(
  async () => (await dialogs()).NewApiKeyDialog,
  ({ isOpen }) => isOpen,
);
const EditApiKeyDialog = lazyDialog(
  async () => (await dialogs()).EditApiKeyDialog,
  ({ apiKey }) => apiKey !== null,
);
const RotateApiKeyDialog = lazyDialog(
  async () => (await dialogs()).RotateApiKeyDialog,
  ({ apiKey }) => apiKey !== null,
);
const RevokeApiKeyDialog = lazyDialog(
  async () => (await dialogs()).RevokeApiKeyDialog,
  ({ revoked }) => revoked !== null,
);

/** The account's API keys. */
export function ApiKeysCard({ user }: { readonly user: User }) {
  const reasonId = useId();
  const [isCreating, setIsCreating] = useState(false);

  return (
    <Card>
      <CardHeader title="API Keys" note="For your own programs, and for assistants">
        <Button
          disabled={!user.verified}
          aria-describedby={user.verified ? undefined : reasonId}
          onClick={() => setIsCreating(true)}
        >
          New API key
        </Button>
      </CardHeader>
      <p className="mx-4 mb-4 text-sm text-muted">
        What a key can call is in the{' '}
        <a href={paths.apiReference} className="font-semibold text-accent-text underline">
          API reference
        </a>
        .
      </p>
      {!user.verified && <UnconfirmedNote id={reasonId} email={user.email} />}
      <Keys />
      <NewApiKeyDialog isOpen={isCreating} onClose={() => setIsCreating(false)} />
    </Card>
  );
}

/** Says that an API key requires a confirmed email address. */
function UnconfirmedNote({ id, email }: { readonly id: string; readonly email: string }) {
  return (
    <div className="mx-4 mb-4 flex flex-wrap items-center justify-between gap-3 rounded-md border border-line bg-warn-soft px-3 py-2.5 text-sm">
      <p id={id} className="min-w-0 flex-1 basis-64 text-muted">
        Confirm your email address before you create API keys. We emailed the link to{' '}
        <span className="font-semibold text-text wrap-anywhere">{email}</span>.
      </p>
      <ResendButton email={email} />
    </div>
  );
}

function Keys() {
  return (
    <QueryView query={useAtomValue(apiKeysQuery)} icon={<KeyRound />} things="API keys" rows={2}>
      {(keys) =>
        keys.length === 0 ? (
          <EmptyState
            icon={<KeyRound />}
            title="No API keys yet"
            text="With a key, your own programs can do what you allow: record sales, create links, read reports."
          />
        ) : (
          <ApiKeyList keys={keys} />
        )
      }
    </QueryView>
  );
}

/** What a person began to do with a key. */
type Begun = { readonly act: 'edit' | 'rotate' | 'revoke'; readonly key: ApiKey };

/** API keys, each with what its owner can do with it. */
function ApiKeyList({ keys }: { readonly keys: readonly ApiKey[] }) {
  const [begun, setBegun] = useState<Begun | null>(null);
  const keyFor = (act: Begun['act']) => (begun?.act === act ? begun.key : null);
  const close = () => setBegun(null);
  return (
    <>
      <ul aria-label="API keys" className="border-t border-line">
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} onBegin={(act) => setBegun({ act, key })} />
        ))}
      </ul>
      <EditApiKeyDialog apiKey={keyFor('edit')} onClose={close} />
      <RotateApiKeyDialog apiKey={keyFor('rotate')} onClose={close} />
      <RevokeApiKeyDialog revoked={keyFor('revoke')} onClose={close} />
    </>
  );
}

type KeyRowProps = { readonly apiKey: ApiKey; onBegin(act: Begun['act']): void };

function KeyRow({ apiKey, onBegin }: KeyRowProps) {
  const { name, scopes, readsMore } = apiKey;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-2.5 last:border-0">
      <div className="grid min-w-0 flex-1 basis-72 gap-1">
        <span className="flex flex-wrap items-center gap-1.5">
          <span className="font-semibold wrap-anywhere">{name}</span>
          {isExpired(apiKey) && <Badge tone="bad">Expired</Badge>}
        </span>
        <span className="text-sm text-pretty text-muted">{wordsOf(scopes).join(' · ')}</span>
        <span className="text-sm text-faint">{factsOf(apiKey)}</span>
        {readsMore && (
          <span className="text-sm text-warn">
            The key was made to read QR codes. Since this version it also reads links, tags and
            folders. Edit the key to keep or to remove that.
          </span>
        )}
      </div>
      <span className="flex flex-wrap gap-2">
        <Button size="sm" aria-label={`Edit ${name}`} onClick={() => onBegin('edit')}>
          Edit
        </Button>
        <Button size="sm" aria-label={`Rotate ${name}`} onClick={() => onBegin('rotate')}>
          Rotate
        </Button>
        <Button
          size="sm"
          look="danger"
          aria-label={`Revoke ${name}`}
          onClick={() => onBegin('revoke')}
        >
          Revoke
        </Button>
      </span>
    </li>
  );
}

function isExpired({ expiresAt }: ApiKey): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now();
}

function factsOf(key: ApiKey): string {
  const { ending, createdAt, expiresAt, formerUntil, lastUsedAt } = key;
  return [
    `Ends in ${ending}`,
    `created ${dateLabel(createdAt)}`,
    lastUsedAt === null ? 'never used' : `last used ${dateLabel(lastUsedAt)}`,
    ...(expiresAt === null
      ? []
      : [`${isExpired(key) ? 'expired' : 'expires'} ${dateLabel(expiresAt)}`]),
    ...(formerUntil === null ? [] : [`the old key works until ${momentLabel(formerUntil)}`]),
  ].join(' · ');
}

/**
 * The API keys, which still work after the password was changed or reset. One button revokes all of
 * them.
 */
export function RemainingKeysCard() {
  const [revoked, setRevoked] = useState<Revoked | null>(null);
  return (
    <QueryView
      query={useAtomValue(apiKeysQuery)}
      title="API Keys"
      note="They go on working when the password is changed or reset"
      things="API keys"
      rows={1}
      control={(keys) =>
        keys.length > 0 && (
          <Button look="danger" onClick={() => setRevoked('all')}>
            Revoke all
          </Button>
        )
      }
    >
      {(keys) => (
        <>
          {keys.length > 0 ? (
            <ApiKeyList keys={keys} />
          ) : (
            <p className="px-4 pt-1 pb-4 text-muted">You have no API keys.</p>
          )}
          <RevokeApiKeyDialog revoked={revoked} onClose={() => setRevoked(null)} />
        </>
      )}
    </QueryView>
  );
}
