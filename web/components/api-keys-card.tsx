import { useAtomValue } from 'jotai';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { ApiKey } from '#web/api.ts';
import { dateLabel } from '#web/format.ts';
import { apiKeysQuery } from '#web/state/api-keys.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { NewApiKeyDialog } from './new-api-key-dialog.tsx';
import { RevokeApiKeyDialog } from './revoke-api-key-dialog.tsx';

/** The keys by which servers speak for this account. */
export function ApiKeysCard() {
  const [isCreating, setIsCreating] = useState(false);
  const [revoked, setRevoked] = useState<ApiKey | null>(null);

  return (
    <Card>
      <CardHeader title="API Keys" note="For servers that record or read conversions">
        <Button onClick={() => setIsCreating(true)}>New API key</Button>
      </CardHeader>
      <Keys onRevoke={setRevoked} />
      <NewApiKeyDialog isOpen={isCreating} onClose={() => setIsCreating(false)} />
      <RevokeApiKeyDialog apiKey={revoked} onClose={() => setRevoked(null)} />
    </Card>
  );
}

function Keys({ onRevoke }: { onRevoke(key: ApiKey): void }) {
  const { data, error, refetch } = useAtomValue(apiKeysQuery);
  if (!data && error) {
    return (
      <div role="alert">
        <EmptyState
          icon={<KeyRound />}
          title="Failed to load API keys"
          text={error.message}
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      </div>
    );
  }
  if (!data) return <SkeletonRows count={2} label="Loading API keys" />;
  if (data.length === 0) {
    return (
      <EmptyState
        icon={<KeyRound />}
        title="No API keys yet"
        text="A key lets your server call POST /api/v1/conversions and the postback."
      />
    );
  }
  return (
    <ul aria-label="API keys" className="border-t border-line">
      {data.map((key) => (
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
