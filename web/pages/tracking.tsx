import { useAtomValue } from 'jotai';
import { CodeXml } from 'lucide-react';
import { Link as RouterLink, useSearchParams } from 'react-router';
import type { Link } from '#web/api.ts';
import { ApiKeysCard } from '#web/components/api-keys-card.tsx';
import { AttemptsCard } from '#web/components/attempts-card.tsx';
import { FailureCard } from '#web/components/failure-card.tsx';
import { PageHeader } from '#web/components/page-header.tsx';
import { SnippetCard } from '#web/components/snippet-card.tsx';
import { paths } from '#web/paths.ts';
import { accountAtom } from '#web/state/account.ts';
import { linksQuery } from '#web/state/links.ts';
import { buttonClasses } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';

/** What to put on one's own site so that its sales find the links that led there. */
export function Component() {
  const account = useAtomValue(accountAtom);
  return (
    <>
      <PageHeader
        title="Conversion Tracking"
        text="Report sales, sign-ups and leads from your site back to the link that led there."
      />
      <TrackingLinks />
      {account.kind === 'in' && <ApiKeysCard user={account.user} />}
    </>
  );
}

function TrackingLinks() {
  const { data, error, refetch } = useAtomValue(linksQuery);
  const links = data?.filter((link) => link.trackConversions);

  if (links === undefined && error) {
    return (
      <FailureCard title="Failed to load links" error={error} onRetry={() => void refetch()} />
    );
  }
  if (links === undefined) {
    return (
      <Card>
        <SkeletonRows count={6} label="Loading links" />
      </Card>
    );
  }
  return <Setup links={links} />;
}

/** One link's setup: the one that the address names (`?link=`), else the newest. */
function Setup({ links }: { readonly links: readonly Link[] }) {
  const [address, setAddress] = useSearchParams();
  const link = links.find(({ id }) => id === address.get('link')) ?? links[0];
  if (!link) return <NoTrackingLinks />;

  const choose = (linkId: string) => {
    setAddress(
      (current) => {
        current.set('link', linkId);
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return (
    <>
      <SnippetCard link={link} links={links} onChoose={choose} />
      <AttemptsCard key={link.id} link={link} />
    </>
  );
}

function NoTrackingLinks() {
  return (
    <Card>
      <EmptyState
        icon={<CodeXml />}
        title="No Tracking Links Found"
        text="Create a link with conversion tracking on, or switch it on for one that you have."
        action={
          <RouterLink to={paths.dashboard} className={buttonClasses('primary')}>
            Create Tracking Link
          </RouterLink>
        }
      />
    </Card>
  );
}
