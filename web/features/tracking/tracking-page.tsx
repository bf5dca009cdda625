import { atom, useAtom, useAtomValue } from 'jotai';
import { CodeXml } from 'lucide-react';
import { Link as RouterLink } from 'react-router';
import { ApiKeysCard } from './api-keys-card.tsx';
import { AttemptsCard, UntrackedEventsCard } from './attempt-cards.tsx';
import { Failure } from '#web/ui/answers/query.tsx';
import { PageHeader } from '#web/features/page/page-header.tsx';
import { SnippetCard } from './snippet-card.tsx';
import { linkInUrlAtom } from '#web/features/links/link-in-url.ts';
import { paths } from '#web/paths.ts';
import { accountAtom } from '#web/app/state/account.ts';
import { linkQuery, linksPageQuery } from '#web/features/links/links.ts';
import { usePrevious } from '#web/ui/answers/use-previous.ts';
import { buttonClasses } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/answers/empty-state.tsx';
import { SkeletonRows } from '#web/ui/answers/skeleton.tsx';

/** The tracking setup: code to add to a site so that conversions are credited to links. */
export function Component() {
  const account = useAtomValue(accountAtom);
  return (
    <>
      <PageHeader text="Report sales, signups and leads on your site, so that they are credited to your links." />
      <TrackingLinks />
      <UntrackedEventsCard />
      {account.kind === 'in' && <ApiKeysCard user={account.user} />}
    </>
  );
}

/**
 * The setup of one link: the link in the address (`?link=`) if it tracks conversions, else the
 * newest link that does.
 */
function TrackingLinks() {
  const [wantedId, want] = useAtom(linkInUrlAtom);
  const newest = useAtomValue(newestTrackingQuery);
  const wanted = useAtomValue(wantedId === null ? nothingWanted : linkQuery(wantedId));
  const { data, error, refetch } = newest;
  const isLoading = data === undefined || wanted?.isPending === true;
  const found = wanted?.data?.trackConversions ? wanted.data : data?.items[0];
  // The entered values and the focus stay while another link is loading.
  const { value: link } = usePrevious(isLoading ? undefined : found, null);

  if (data === undefined && error) {
    return <Failure title="Failed to load links" error={error} onRetry={() => void refetch()} />;
  }
  if (!isLoading && !found) return <NoTrackingLinks />;
  if (!link) {
    return (
      <>
        <Card className="min-h-217 sm:min-h-123">
          <CardHeader title="Tracking Code" />
          <SkeletonRows count={6} label="Loading links" />
        </Card>
        <Card className="min-h-77 sm:min-h-59">
          <CardHeader title="Received events" />
        </Card>
      </>
    );
  }
  return (
    <>
      <SnippetCard link={link} onChoose={want} />
      <AttemptsCard key={link.id} link={link} />
    </>
  );
}

const newestTrackingQuery = linksPageQuery({ limit: '1', trackConversions: 'true' });
const nothingWanted = atom(null);

function NoTrackingLinks() {
  return (
    <Card>
      <EmptyState
        icon={<CodeXml />}
        title="No Tracking Links Found"
        text="Create a link with conversion tracking, or turn it on for one of your links."
        action={
          <RouterLink to={paths.newTrackingLink} className={buttonClasses('primary')}>
            Create Tracking Link
          </RouterLink>
        }
      />
    </Card>
  );
}
