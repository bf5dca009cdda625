import { useAtom, useAtomValue } from 'jotai';
import { useEffect } from 'react';
import type { Report } from '#web/api.ts';
import { ListCard } from './list-card.tsx';
import { devicesTabAtom, placesTabAtom, sourcesTabAtom, utmTabAtom } from './shown-lists.ts';
import type { FilterName } from '#contract/analytics/report-filters';
import { mostQueryRows } from '#contract/analytics/query-words';
import { isMoney, measureLabels } from '#contract/analytics/measures';
import {
  useClickWord,
  useCurrency,
  useIsReadOnly,
  useListsLinks,
  useMeasure,
  useMeasureLabel,
} from '#web/features/analytics/report/read-only.ts';
import { counted, moneyIn } from '#web/format.ts';
import { isSum } from './list-columns.ts';
import { pageQuery } from './list-query.ts';
import { Segments } from '#web/ui/segments.tsx';
import { useReportQuestion } from '#web/features/analytics/report/question.ts';
import type { WorldMapProps } from '#web/features/analytics/world-map.tsx';
import { lazyPart, preloadAfterGesture } from '#web/app/state/lazy.tsx';
import { QueryView } from '#web/ui/answers/query.tsx';
import { SkeletonRows } from '#web/ui/answers/skeleton.tsx';
import { Map as MapIcon } from 'lucide-react';

/** The card about the devices of visitors. */
export function DevicesCard({ report }: { readonly report: Report | undefined }) {
  const [tab, setTab] = useAtom(devicesTabAtom);
  const emptyText = 'No device data available';
  return (
    <ListCard
      card="devices"
      title="Device Statistics"
      isSecondary
      report={report}
      tab={tab}
      onTab={setTab}
      tabs={[
        { value: 'devices', label: 'Devices', dimension: 'devices', emptyText },
        { value: 'browsers', label: 'Browsers', dimension: 'browsers', emptyText },
        { value: 'systems', label: 'Systems', dimension: 'systems', emptyText },
      ]}
    />
  );
}

const utmNames = [
  { value: 'utmSources', label: 'Source' },
  { value: 'utmMediums', label: 'Medium' },
  { value: 'utmTerms', label: 'Term' },
  { value: 'utmContents', label: 'Content' },
] as const;

type SourcesCardProps = { readonly report: Report | undefined; readonly fixed?: FilterName };

/** The card about the sources of visits, with every number of each. */
export function SourcesCard({ report, fixed }: SourcesCardProps) {
  const [tab, setTab] = useAtom(sourcesTabAtom);
  const [utm, setUtm] = useAtom(utmTabAtom);
  const listsLinks = useListsLinks();
  const emptyText = 'No referrer data available';
  const noneYet = `No ${useClickWord()}s yet`;
  return (
    <ListCard
      card="sources"
      title="Top Referrers"
      report={report}
      isWide
      {...(fixed && { fixed })}
      tab={tab}
      onTab={setTab}
      tabs={[
        { value: 'referrers', label: 'Referrers', dimension: 'referrers', emptyText },
        { value: 'channels', label: 'Channels', dimension: 'channels', emptyText },
        { value: 'campaigns', label: 'Campaigns', dimension: 'utmCampaigns', emptyText },
        {
          value: 'utm',
          label: 'UTM',
          dimension: utm,
          emptyText,
          above: (
            <Segments label="UTM parameter" value={utm} options={utmNames} onChange={setUtm} />
          ),
        },
        ...(listsLinks
          ? [{ value: 'links', label: 'Links', dimension: 'links', emptyText } as const]
          : []),
        { value: 'entries', label: 'QR codes', dimension: 'entries', emptyText: noneYet },
        { value: 'rules', label: 'Rules', dimension: 'rules', emptyText: noneYet },
      ]}
    />
  );
}

const loadMap = async () => (await import('#web/features/analytics/world-map.tsx')).WorldMap;
const MapSkeleton = () => <SkeletonRows count={6} label="Loading the map" />;
const world = lazyPart<WorldMapProps>(loadMap, MapSkeleton);

const emptyText = 'No geographic data available';

/** The card about the places of visitors. */
export function PlacesCard({ report }: { readonly report: Report | undefined }) {
  const [tab, setTab] = useAtom(placesTabAtom);
  const isReadOnly = useIsReadOnly();
  useEffect(() => {
    if (!isReadOnly) preloadAfterGesture(loadMap);
  }, [isReadOnly]);
  return (
    <ListCard
      card="places"
      title="Geographic Distribution"
      isSecondary
      report={report}
      footer={<PlacesSource />}
      tab={tab}
      onTab={setTab}
      tabs={[
        { value: 'countries', label: 'Countries', dimension: 'countries', emptyText },
        { value: 'cities', label: 'Cities', dimension: 'cities', emptyText },
        ...(isReadOnly
          ? []
          : [
              {
                value: 'map',
                label: 'Map',
                dimension: 'countries',
                emptyText,
                instead: report ? <MeasureMap report={report} /> : <MapSkeleton />,
              } as const,
            ]),
      ]}
    />
  );
}

/** The chosen measure by country; clicks where that measure does not add up. */
function MeasureMap({ report }: { readonly report: Report }) {
  const chosen = useMeasure();
  const measure = isSum(chosen) ? chosen : 'clicks';
  const currency = useCurrency(report);
  const label = useMeasureLabel(measure);
  const question = useReportQuestion();
  const countries = useAtomValue(
    pageQuery({
      ...{ question, currency, dimension: 'countries', hasVisitors: false, search: '' },
      ...{ sort: { by: measure, isRising: false }, limit: mostQueryRows, cursor: null },
    }),
  );
  const word = useClickWord();
  const textOf = (value: number) =>
    isMoney(measure)
      ? moneyIn(value, currency)
      : counted(value, measure === 'clicks' ? word : 'conversion');
  return (
    <>
      <p className="px-2 pt-2 text-sm text-muted">
        {label} by country
        {measure !== chosen && `. There is no map of ${measureLabels[chosen].toLowerCase()}.`}
      </p>
      <QueryView query={countries} icon={<MapIcon />} things="the map" rows={6}>
        {({ rows }) => (
          <world.Part
            places={rows.map(({ value, numbers }) => ({
              country: value,
              value: numbers[measure] ?? 0,
            }))}
            key={measure}
            name={label.toLowerCase()}
            fewer={isMoney(measure) ? 'less' : 'fewer'}
            textOf={textOf}
          />
        )}
      </QueryView>
    </>
  );
}

/** Names the source of the data, which its licence requires. */
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
