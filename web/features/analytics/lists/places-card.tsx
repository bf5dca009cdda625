import { useAtom, useAtomValue } from 'jotai';
import type { Report } from '#web/api.ts';
import { useIsReadOnly } from '#web/features/analytics/report/read-only.ts';
import { useReportQuestion } from '#web/features/analytics/report/use-report-question.ts';
import { countriesQuery } from '#web/features/analytics/report/values.ts';
import { WorldMap } from '#web/features/analytics/world-map.tsx';
import { QueryView } from '#web/ui/query.tsx';
import { Map as MapIcon } from 'lucide-react';
import { ListCard } from './list-card.tsx';
import { placesTabAtom } from './shown-lists.ts';

const emptyText = 'No geographic data available';

const map = {
  value: 'map',
  label: 'Map',
  dimension: 'countries',
  emptyText,
  instead: <ClicksMap />,
} as const;

/** Where clicks come from. */
export function PlacesCard({ report }: { readonly report: Report | undefined }) {
  const [tab, setTab] = useAtom(placesTabAtom);
  const isReadOnly = useIsReadOnly();
  return (
    <ListCard
      title="Geographic Distribution"
      report={report}
      footer={<PlacesSource />}
      tab={tab}
      onTab={setTab}
      tabs={[
        { value: 'countries', label: 'Countries', dimension: 'countries', emptyText },
        { value: 'cities', label: 'Cities', dimension: 'cities', emptyText },
        ...(isReadOnly ? [] : [map]),
      ]}
    />
  );
}

function ClicksMap() {
  const countries = useAtomValue(countriesQuery(useReportQuestion()));
  return (
    <QueryView
      query={countries}
      icon={<MapIcon />}
      failure="Failed to load the map"
      rows={6}
      loading="Loading the map"
    >
      {({ rows }) => (
        <WorldMap places={rows.map(({ value, clicks }) => ({ country: value, clicks }))} />
      )}
    </QueryView>
  );
}

/** The licence of the data asks for this. */
function PlacesSource() {
  return (
    <p className="mt-auto border-t border-line px-4 py-2.5 text-xs text-faint">
      Places by{' '}
      <a href="https://db-ip.com" rel="noopener noreferrer" className="underline hover:text-text">
        DB-IP
      </a>
    </p>
  );
}
