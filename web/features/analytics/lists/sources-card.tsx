import { useAtom } from 'jotai';
import type { FilterName } from '#web/features/address/filter-names.ts';
import type { Report } from '#web/api.ts';
import { useIsReadOnly } from '#web/features/analytics/report/read-only.ts';
import { Segments } from '#web/ui/segments.tsx';
import { ListCard } from './list-card.tsx';
import { sourcesTabAtom, utmTabAtom } from './shown-lists.ts';

const utmNames = [
  { value: 'utmSources', label: 'Source' },
  { value: 'utmMediums', label: 'Medium' },
  { value: 'utmCampaigns', label: 'Campaign' },
  { value: 'utmTerms', label: 'Term' },
  { value: 'utmContents', label: 'Content' },
] as const;

type SourcesCardProps = { readonly report: Report | undefined; readonly fixed?: FilterName };

/** What leads people to the links. */
export function SourcesCard({ report, fixed }: SourcesCardProps) {
  const [tab, setTab] = useAtom(sourcesTabAtom);
  const [utm, setUtm] = useAtom(utmTabAtom);
  const isReadOnly = useIsReadOnly();
  const emptyText = 'No referrer data available';
  return (
    <ListCard
      title="Top Referrers"
      report={report}
      {...(fixed && { fixed })}
      tab={tab}
      onTab={setTab}
      tabs={[
        { value: 'referrers', label: 'Referrers', dimension: 'referrers', emptyText },
        { value: 'channels', label: 'Channels', dimension: 'channels', emptyText },
        {
          value: 'utm',
          label: 'UTM',
          dimension: utm,
          emptyText,
          above: (
            <Segments label="UTM parameter" value={utm} options={utmNames} onChange={setUtm} />
          ),
        },
        { value: 'entries', label: 'QR', dimension: 'entries', emptyText: 'No visits yet' },
        { value: 'rules', label: 'Rules', dimension: 'rules', emptyText: 'No visits yet' },
        ...(isReadOnly
          ? []
          : [{ value: 'links', label: 'Links', dimension: 'links', emptyText } as const]),
      ]}
    />
  );
}
