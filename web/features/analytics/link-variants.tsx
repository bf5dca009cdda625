import { useAtomValue } from 'jotai';
import { linkQuery } from '#web/features/links/links.ts';
import { usePrevious } from '#web/ui/use-previous.ts';
import { daysLabel, localDay } from '#web/features/address/ranges.ts';
import { useReportQuestion } from './report/use-report-question.ts';
import { VariantsCard } from './variants-card.tsx';
import type { QueryObserverResult } from '@tanstack/query-core';
import { call, type LinkVariants } from '#web/api.ts';
import { atomPer } from '#web/app/state/atom-per.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';
import { reportKey } from './report/queries.ts';
import { askedOf, type ReportQuestion } from './report/question.ts';

type VariantsAsked = { readonly linkId: string; readonly range: ReportQuestion['range'] };

/** The variants of a link's running split test, in a time range. */
const linkVariantsQuery = atomPer<VariantsAsked, QueryObserverResult<LinkVariants>>(
  ({ linkId, range }) => {
    const query = askedOf({ range, comparison: 'none', filters: {} });
    return queryAtom(() => ({
      queryKey: [...reportKey, 'variants', linkId, query],
      queryFn: () => call('GET /api/links/:id/variants', { params: { id: linkId }, query }),
    }));
  },
);

/** How the destinations of a link's split test do; nothing for a link without one. */
export function LinkVariants({ linkId }: { readonly linkId: string }) {
  const { data: link } = useAtomValue(linkQuery(linkId));
  return link?.splitTestEnabled ? <Counted linkId={linkId} /> : null;
}

/** In the page's time range. The report's other filters do not apply, and the card says so. */
function Counted({ linkId }: { readonly linkId: string }) {
  const { range } = useReportQuestion();
  const { data } = useAtomValue(linkVariantsQuery({ linkId, range }));
  const { value: shown } = usePrevious(data, null);
  if (!shown || shown.variants.length === 0) return null;
  const days = daysLabel(shown, localDay(new Date()));
  return <VariantsCard test={shown} days={days} />;
}
