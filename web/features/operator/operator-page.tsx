import { useAtomValue } from 'jotai';
import { NotFoundPage } from '#web/features/page/not-found.tsx';
import { PageHeader } from '#web/features/page/page-header.tsx';
import { Failure } from '#web/ui/answers/query.tsx';
import { AccountsCard } from './accounts-card.tsx';
import { InstanceNumbers, JobsCard, StateCard, TroublesCard } from './instance-cards.tsx';
import { BlocklistCard, MessagesCard, ReportsCard, StorageCard } from './lists.tsx';
import { instanceQuery, isNotTheirs } from './operator.ts';

/** The page for people who run this instance. Everybody else gets the 404 page. */
export function Component() {
  const { data, error, refetch } = useAtomValue(instanceQuery);
  if (isNotTheirs(error)) return <NotFoundPage />;
  return (
    <>
      <PageHeader text="This instance, its accounts and its reports" />
      {data === undefined && error ? (
        <Failure title="Failed to load the state" error={error} onRetry={() => void refetch()} />
      ) : (
        <InstanceNumbers state={data} />
      )}
      <TroublesCard state={data} />
      <AccountsCard />
      <div className="grid min-w-0 grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <StateCard state={data} />
        <div className="grid min-w-0 grid-cols-1 gap-4">
          <StorageCard />
          <MessagesCard />
          <ReportsCard />
          <BlocklistCard text={data?.blocklist} />
        </div>
      </div>
      <JobsCard state={data} />
    </>
  );
}
