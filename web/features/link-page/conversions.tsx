import { useAtomValue } from 'jotai';
import { Target } from 'lucide-react';
import { CostsCard } from '#web/features/analytics/costs/costs-card.tsx';
import { conversionsQuery } from '#web/features/conversions/conversions.ts';
import { RecentConversions } from '#web/features/conversions/recent-conversions.tsx';
import { useListPage } from '#web/features/address/use-list-page.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/answers/empty-state.tsx';
import { QueryView } from '#web/ui/answers/query.tsx';
import { SkeletonRows } from '#web/ui/answers/skeleton.tsx';
import { usePrevious } from '#web/ui/answers/use-previous.ts';
import { LinkFrame } from './link-frame.tsx';

/** A link's conversions one by one, and what its clicks cost. */
export function Component() {
  return (
    <LinkFrame part="linkConversions">
      {(id) => (
        <>
          <LinkConversions linkId={id} />
          <CostsCard linkId={id} />
        </>
      )}
    </LinkFrame>
  );
}

/** All of the link's conversions: as many as its tab says. */
function LinkConversions({ linkId }: { readonly linkId: string }) {
  const place = useListPage('conversions');
  const query = useAtomValue(
    conversionsQuery({ timeRange: 'all', linkId, cursor: place.cursor, linksCursor: null }),
  );
  const { value: answer, beside } = usePrevious(
    query.error ? undefined : query.data,
    place.pageIndex,
  );
  if (answer?.conversionCount === 0) return <NoConversions />;
  return (
    <QueryView query={query} things="conversions">
      {answer ? (
        <RecentConversions
          answer={answer}
          isOfOneLink
          pageIndex={beside}
          isStale={query.data === undefined}
        />
      ) : (
        <Card>
          <SkeletonRows count={5} label="Loading conversions" />
        </Card>
      )}
    </QueryView>
  );
}

function NoConversions() {
  return (
    <Card>
      <EmptyState
        icon={<Target />}
        title="No conversions yet"
        text="Conversions of this link appear here one by one."
      />
    </Card>
  );
}
