import { useAtom, useAtomValue } from 'jotai';
import { type FormEvent, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { Failure } from '#web/ui/query.tsx';
import { SearchBox } from '#web/ui/fields/search-box.tsx';
import { AccountRow } from './account-row.tsx';
import { accountsQuery, searchAtom } from './operator.ts';

const shortest = 3;
/** Accounts that the API returns at most. */
const mostFound = 20;

/** Finds accounts, and acts on them. */
export function AccountsCard() {
  const [search, setSearch] = useAtom(searchAtom);
  const [text, setText] = useState('');
  const { data, error, refetch } = useAtomValue(accountsQuery);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim().length >= shortest) setSearch(text.trim());
  };

  return (
    <Card>
      <CardHeader
        title="Accounts"
        note="What you look at and change is in the account’s own activity"
      />
      <form role="search" onSubmit={submit} className="flex gap-2 px-4 pb-3">
        <SearchBox
          label="Search accounts"
          placeholder="Email address or id"
          text={text}
          onChange={setText}
        />
        <Button type="submit">Search</Button>
      </form>
      {data === undefined && error ? (
        <Failure title="Failed to search accounts" error={error} onRetry={() => void refetch()} />
      ) : (
        search !== '' && <Found accounts={data} search={search} />
      )}
    </Card>
  );
}

type FoundProps = {
  readonly accounts: Parameters<typeof AccountRow>[0]['account'][] | undefined;
  readonly search: string;
};

function Found({ accounts, search }: FoundProps) {
  if (accounts === undefined) {
    return (
      <p role="status" className="border-t border-line px-4 py-6 text-center text-muted">
        Searching…
      </p>
    );
  }
  if (accounts.length === 0) {
    return (
      <p role="status" className="border-t border-line px-4 py-6 text-center text-muted">
        No account matches “{search}”.
      </p>
    );
  }
  return (
    <>
      <ul aria-label="Found accounts" className="border-t border-line">
        {accounts.map((account) => (
          <AccountRow key={account.id} account={account} />
        ))}
      </ul>
      {accounts.length === mostFound && (
        <p role="status" className="border-t border-line px-4 py-3 text-center text-muted">
          At most {mostFound} accounts are shown. Enter the whole address to find one.
        </p>
      )}
    </>
  );
}
