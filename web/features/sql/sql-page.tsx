import { useAtomValue } from 'jotai';
import { Database } from 'lucide-react';
import type { SqlSchema } from '#web/api.ts';
import { PageHeader } from '#web/features/page/page-header.tsx';
import { accountAtom } from '#web/app/state/account.ts';
import { ResendButton } from '#web/features/account/resend-button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/answers/empty-state.tsx';
import { Failure } from '#web/ui/answers/query.tsx';
import { SkeletonRows } from '#web/ui/answers/skeleton.tsx';
import { sqlSchemaQuery } from './sql.ts';
import { Workbench } from './workbench.tsx';

/** The person's own data in SQL. */
export function Component() {
  const { data, error, refetch } = useAtomValue(sqlSchemaQuery);
  if (data?.state === 'on') return <Workbench schema={data} subtitle={subtitle} />;
  return (
    <>
      <PageHeader text={subtitle} />
      {data ? (
        <Unavailable state={data.state} />
      ) : error ? (
        <Failure title="Failed to load SQL" error={error} onRetry={() => void refetch()} />
      ) : (
        <Card>
          <SkeletonRows count={8} label="Loading SQL" />
        </Card>
      )}
    </>
  );
}

const subtitle = 'Your own data, in ClickHouse SQL. Read-only.';

type Reason = { readonly title: string; readonly text: string };

const reasons: Readonly<Record<Exclude<SqlSchema['state'], 'on'>, Reason>> = {
  unconfirmed: {
    title: 'Confirm your email address first',
    text: 'SQL opens as soon as you follow the link that we emailed to you.',
  },
  off: {
    title: 'SQL is switched off',
    text: 'The operator of this Waypost has switched it off (ANALYST_SQL).',
  },
  unsupported: {
    title: 'SQL is not available here',
    text: 'The ClickHouse server of this Waypost does not keep accounts apart yet. Its operator finds the reason in the log.',
  },
};

function Unavailable({ state }: { readonly state: Exclude<SqlSchema['state'], 'on'> }) {
  const account = useAtomValue(accountAtom);
  const resend = state === 'unconfirmed' && account.kind === 'in' && (
    <ResendButton email={account.user.email} />
  );
  const { title, text } = reasons[state];
  return (
    <Card>
      <EmptyState icon={<Database />} title={title} text={text} action={resend} />
    </Card>
  );
}
