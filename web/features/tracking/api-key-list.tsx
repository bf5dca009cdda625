import type { ApiKey } from './api-keys.ts';
import { dateLabel } from '#web/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';

type ApiKeyListProps = { readonly keys: readonly ApiKey[]; onRevoke(key: ApiKey): void };

/** API keys, each with a button that ends it. */
export function ApiKeyList({ keys, onRevoke }: ApiKeyListProps) {
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
