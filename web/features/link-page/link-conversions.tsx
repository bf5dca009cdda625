import { useAtomValue } from 'jotai';
import { conversionsQuery } from '#web/features/conversions/conversions.ts';
import { RecentConversions } from '#web/features/conversions/recent-conversions.tsx';
import { usePrevious } from '#web/ui/use-previous.ts';
import { useListPage } from '#web/features/address/use-list-page.ts';
import { QueryView } from '#web/ui/query.tsx';

/** The link's conversions of the last 90 days, one by one; nothing while there are none. */
export function LinkConversions({ linkId }: { readonly linkId: string }) {
  const place = useListPage('conversions');
  const query = useAtomValue(
    conversionsQuery({ timeRange: '90d', linkId, cursor: place.cursor, linksCursor: null }),
  );
  const { value: answer, beside } = usePrevious(
    query.error ? undefined : query.data,
    place.pageIndex,
  );
  if (answer?.conversionCount === 0) return null;
  return (
    <QueryView query={query} failure="Failed to load conversions">
      {answer && (
        <RecentConversions
          answer={answer}
          days="in the last 90 days"
          pageIndex={beside}
          isStale={query.data === undefined}
        />
      )}
    </QueryView>
  );
}
