import { useAtomValue, useSetAtom } from 'jotai';
import { KeyRound } from 'lucide-react';
import { useId, useState } from 'react';
import type { User } from '#web/api.ts';
import { type ApiKey, apiKeysQuery, revokeAllApiKeysAtom, revokeApiKeyAtom } from './api-keys.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { QueryView } from '#web/ui/query.tsx';
import { NewApiKeyDialog } from './new-api-key-dialog.tsx';
import { ResendButton } from '#web/features/account/resend-button.tsx';
import { dateLabel } from '#web/format.ts';
import { paths } from '#web/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { showToastAtom } from '#web/app/state/toast.ts';
import { Dialog, DialogActions, DialogBody } from '#web/ui/dialog.tsx';
import { useAction } from '#web/forms/use-action.ts';

/** The account's API keys. */
export function ApiKeysCard({ user }: { readonly user: User }) {
  const reasonId = useId();
  const [isCreating, setIsCreating] = useState(false);
  const [revoked, setRevoked] = useState<ApiKey | null>(null);

  return (
    <Card>
      <CardHeader title="API Keys" note="For servers that record or read conversions">
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
      <Keys onRevoke={setRevoked} />
      <NewApiKeyDialog isOpen={isCreating} onClose={() => setIsCreating(false)} />
      <RevokeApiKeyDialog revoked={revoked} onClose={() => setRevoked(null)} />
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

function Keys({ onRevoke }: { onRevoke(key: ApiKey): void }) {
  return (
    <QueryView
      query={useAtomValue(apiKeysQuery)}
      icon={<KeyRound />}
      failure="Failed to load API keys"
      rows={2}
      loading="Loading API keys"
    >
      {(keys) =>
        keys.length === 0 ? (
          <EmptyState
            icon={<KeyRound />}
            title="No API keys yet"
            text="With a key, your server can call POST /api/v1/conversions and the postback."
          />
        ) : (
          <ApiKeyList keys={keys} onRevoke={onRevoke} />
        )
      }
    </QueryView>
  );
}

type ApiKeyListProps = { readonly keys: readonly ApiKey[]; onRevoke(key: ApiKey): void };

/** API keys, each with a button that revokes it. */
function ApiKeyList({ keys, onRevoke }: ApiKeyListProps) {
  return (
    <ul aria-label="API keys" className="border-t border-line">
      {keys.map((key) => (
        <KeyRow key={key.id} apiKey={key} onRevoke={() => onRevoke(key)} />
      ))}
    </ul>
  );
}

function KeyRow({ apiKey, onRevoke }: { readonly apiKey: ApiKey; onRevoke(): void }) {
  const { name, scopes, ending, createdAt, lastUsedAt } = apiKey;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-2.5 last:border-0">
      <div className="grid min-w-0 gap-0.5">
        <span className="flex flex-wrap items-center gap-1.5">
          <span className="font-semibold wrap-anywhere">{name}</span>
          {scopes.map((scope) => (
            <Badge key={scope}>{scope}</Badge>
          ))}
        </span>
        <span className="text-sm text-faint">
          Ends in {ending} · created {dateLabel(createdAt)} ·{' '}
          {lastUsedAt === null ? 'never used' : `last used ${dateLabel(lastUsedAt)}`}
        </span>
      </div>
      <Button size="sm" look="danger" aria-label={`Revoke ${name}`} onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  );
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
      failure="Failed to load API keys"
      rows={1}
      loading="Loading API keys"
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
            <ApiKeyList keys={keys} onRevoke={setRevoked} />
          ) : (
            <p className="px-4 pt-1 pb-4 text-muted">You have no API keys.</p>
          )}
          <RevokeApiKeyDialog revoked={revoked} onClose={() => setRevoked(null)} />
        </>
      )}
    </QueryView>
  );
}

/** The keys to revoke: one, or all. */
type Revoked = ApiKey | 'all';

type RevokeApiKeyDialogProps = { readonly revoked: Revoked | null; onClose(): void };

/** Asks for confirmation before a key, or every key, is revoked. */
function RevokeApiKeyDialog({ revoked, onClose }: RevokeApiKeyDialogProps) {
  const showToast = useSetAtom(showToastAtom);
  const revokeApiKey = useSetAtom(revokeApiKeyAtom);
  const revokeAllApiKeys = useSetAtom(revokeAllApiKeysAtom);
  const [revoke, isBusy] = useAction(async (wanted: Revoked) => {
    await (wanted === 'all' ? revokeAllApiKeys() : revokeApiKey(wanted.id));
    onClose();
    showToast(wanted === 'all' ? 'All API keys revoked' : 'API key revoked');
  }, 'Failed to revoke the API key');

  return (
    <Dialog
      title={revoked === 'all' ? 'Revoke All API Keys' : 'Revoke API Key'}
      isOpen={revoked !== null}
      onClose={onClose}
    >
      {revoked && (
        <>
          <DialogBody>
            {revoked === 'all' ? (
              <p className="text-muted">
                Every API key of your account stops working immediately, everywhere it is used. This
                cannot be undone.
              </p>
            ) : (
              <p className="text-muted">
                <strong className="font-semibold wrap-anywhere text-text">{revoked.name}</strong>{' '}
                stops working immediately, everywhere it is used. This cannot be undone.
              </p>
            )}
          </DialogBody>
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button look="danger" isBusy={isBusy} onClick={() => revoke(revoked)}>
              {isBusy ? 'Revoking...' : 'Revoke'}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}
