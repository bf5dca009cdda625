import { useAtom, useAtomValue } from 'jotai';
import { type FormEvent, useState } from 'react';
import type { OperatedAccountJson as AdminAccount } from '#contract/operators';
import { useTableLayout } from '#web/app/state/table-layout.ts';
import { dateLabel, displayName, wholeNumber } from '#web/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { Failure } from '#web/ui/answers/query.tsx';
import { SearchBox } from '#web/ui/fields/search-box.tsx';
import type { Column } from '#web/ui/table/column.ts';
import { ColumnsMenu } from '#web/ui/table/columns-menu.tsx';
import type { Arranged } from '#web/ui/table/layout.ts';
import { Table } from '#web/ui/table/table.tsx';
import { useIsPhone } from '#web/ui/browser/use-is-phone.ts';
import { AccountActs, AccountCard, AccountName } from './account-row.tsx';
import { accountsQuery, searchAtom } from './operator.ts';

const shortest = 3;
/** Limit of accounts that the API returns. */
const mostFound = 20;

const columns: readonly Column<AdminAccount>[] = [
  {
    name: 'Account',
    share: 42,
    isFixed: true,
    sortBy: ({ email }) => email,
    cell: (account) => (
      <AccountName account={account}>
        <span className="text-sm text-muted">{displayName(account)}</span>
      </AccountName>
    ),
  },
  {
    name: 'Since',
    share: 12,
    sortBy: ({ createdAt }) => Date.parse(createdAt),
    cell: ({ createdAt }) => dateLabel(createdAt),
  },
  {
    name: 'Trial until',
    share: 12,
    sortBy: ({ trialEndsAt }) => Date.parse(trialEndsAt),
    cell: ({ trialEndsAt }) => dateLabel(trialEndsAt),
  },
  {
    name: 'Links',
    share: 9,
    isRight: true,
    sortBy: ({ links }) => links,
    cell: ({ links }) => wholeNumber(links),
  },
  {
    name: 'Sessions',
    share: 10,
    isRight: true,
    sortBy: ({ sessions }) => sessions,
    cell: ({ sessions }) => wholeNumber(sessions),
  },
  {
    name: 'Waiting mails',
    share: 13,
    isRight: true,
    sortBy: ({ waitingMails }) => waitingMails,
    cell: ({ waitingMails }) => wholeNumber(waitingMails),
  },
];

/** Finds accounts, and acts on them. */
export function AccountsCard() {
  const [search, setSearch] = useAtom(searchAtom);
  // What is typed counts until there is another search.
  const [typed, setTyped] = useState({ after: search, text: search });
  const text = typed.after === search ? typed.text : search;
  const { data, error, refetch } = useAtomValue(accountsQuery);
  const isPhone = useIsPhone();
  const arranged = useTableLayout('accounts');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const wanted = text.trim();
    if (wanted.length < shortest) return;
    if (wanted === search) void refetch();
    else setSearch(wanted);
  };

  return (
    <Card>
      <CardHeader
        title="Accounts"
        note="What you look at and change is in the account’s own activity"
      >
        {!isPhone && data !== undefined && data.length > 0 && (
          <ColumnsMenu of="Found accounts" columns={columns} {...arranged} />
        )}
      </CardHeader>
      <form role="search" onSubmit={submit} className="flex gap-2 px-4 pb-3">
        <SearchBox
          label="Search accounts"
          placeholder="Email address or id"
          text={text}
          onChange={(changed) => setTyped({ after: search, text: changed })}
        />
        <Button type="submit">Search</Button>
      </form>
      {data === undefined && error ? (
        <Failure title="Failed to search accounts" error={error} onRetry={() => void refetch()} />
      ) : (
        search !== '' && (
          <Found accounts={data} search={search} arranged={isPhone ? null : arranged} />
        )
      )}
    </Card>
  );
}

type FoundProps = {
  readonly accounts: readonly AdminAccount[] | undefined;
  readonly search: string;
  /** Null on phones, which have cards. */
  readonly arranged: Arranged | null;
};

function Found({ accounts, search, arranged }: FoundProps) {
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
      {arranged ? (
        <Table
          label="Found accounts"
          columns={columns}
          rows={accounts}
          keyOf={({ id }) => id}
          isWhole={accounts.length < mostFound}
          below={(account) => <AccountActs account={account} />}
          {...arranged}
        />
      ) : (
        <ul aria-label="Found accounts" className="border-t border-line">
          {accounts.map((account) => (
            <AccountCard key={account.id} account={account} />
          ))}
        </ul>
      )}
      {accounts.length === mostFound && (
        <p role="status" className="border-t border-line px-4 py-3 text-center text-muted">
          At most {mostFound} accounts are shown. Enter the whole address to find one.
        </p>
      )}
    </>
  );
}
