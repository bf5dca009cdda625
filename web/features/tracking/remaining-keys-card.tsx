import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { QueryView } from '#web/ui/query.tsx';
import { ApiKeyList } from './api-key-list.tsx';
import { apiKeysQuery } from './api-keys.ts';
import { type Revoked, RevokeApiKeyDialog } from './revoke-api-key-dialog.tsx';

/** The API keys, which go on working when the password is changed or reset. One button ends them all. */
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
