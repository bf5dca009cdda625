import { useAtom, useAtomValue } from 'jotai';
import type { Analytics } from '#web/api.ts';
import { ClickChart } from './click-chart.tsx';
import { Country } from './country.tsx';
import { UnlessFailed } from '#web/ui/query/unless-failed.tsx';
import { LinkFilter } from '#web/features/links/link-filter.tsx';
import { linkInAddressAtom } from '#web/features/links/link-in-address.ts';
import { PageHeader } from '#web/app/shell/page-header.tsx';
import { RangeTotals } from './range-totals.tsx';
import { ShareCard, Shares } from './share-card.tsx';
import { TimeRangeSelect } from './time-range-select.tsx';
import { TopReferrers } from './top-referrers.tsx';
import { timeRangeAtom } from './time-range.ts';
import { VariantsCard } from './variants-card.tsx';
import { WorldMap } from './world-map.tsx';
import { analyticsQuery, other } from './analytics.ts';
import type { Question } from './question.ts';
import { Card, CardHeader } from '#web/ui/card.tsx';

/** Who clicks, when, from where and with what: for all links, or for one (`?link=`). */
export function Component() {
  const [timeRange, setTimeRange] = useAtom(timeRangeAtom);
  const linkId = useAtomValue(linkInAddressAtom);
  const analytics = useAtomValue(analyticsQuery({ timeRange, linkId }));

  return (
    <>
      <PageHeader title="Analytics" text="Who clicks your links, when, and from where.">
        {linkId !== null && <LinkFilter linkId={linkId} />}
        <TimeRangeSelect value={timeRange} onChange={setTimeRange} />
      </PageHeader>
      <UnlessFailed query={analytics} failure="Failed to load analytics data">
        <Report analytics={analytics.data} question={{ timeRange, linkId }} />
      </UnlessFailed>
    </>
  );
}

type ReportProps = { readonly analytics: Analytics | undefined; readonly question: Question };

function Report({ analytics, question }: ReportProps) {
  return (
    <>
      <RangeTotals analytics={analytics} />
      <ClickChart analytics={analytics} />
      {analytics && analytics.variants.length > 0 && <VariantsCard variants={analytics.variants} />}
      <Geography analytics={analytics} />
      <div className="grid gap-3 lg:grid-cols-2">
        <TopReferrers analytics={analytics} question={question} shownCount={10} />
        <ShareCard
          title="Cities"
          emptyText="No city data available"
          bars={analytics?.cityStats.map(cityBar)}
        />
      </div>
      <div className="grid gap-3 lg:grid-cols-3">
        <ShareCard
          title="Device Statistics"
          emptyText="No device data available"
          bars={analytics?.deviceStats.map(({ device, ...share }) =>
            bar(capitalised(device), share),
          )}
        />
        <ShareCard
          title="Browsers"
          emptyText="No browser data available"
          bars={analytics?.browserStats.map(({ browser, ...share }) => bar(browser, share))}
        />
        <ShareCard
          title="Operating Systems"
          emptyText="No operating system data available"
          bars={analytics?.osStats.map(({ os, ...share }) => bar(os, share))}
        />
      </div>
    </>
  );
}

function Geography({ analytics }: { readonly analytics: Analytics | undefined }) {
  const places = analytics?.geoStats;
  return (
    <Card>
      <CardHeader title="Geographic Distribution" />
      <div className="grid items-center lg:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]">
        <div className="px-4 pb-4">
          <WorldMap places={analytics?.countryClicks ?? []} />
        </div>
        <Shares
          title="Geographic Distribution"
          emptyText="No geographic data available"
          bars={places?.map(({ country, clicks, percentage }) => ({
            key: country,
            label: <Country code={country} />,
            count: clicks,
            percentage,
            isRest: country === other,
          }))}
        />
      </div>
      <p className="border-t border-line px-4 py-2.5 text-xs text-faint">
        Places by{' '}
        <a href="https://db-ip.com" rel="noopener noreferrer" className="underline hover:text-text">
          DB-IP
        </a>
      </p>
    </Card>
  );
}

/** Cities of one name in two countries are two cities; 'Unknown' and 'Other' are in none. */
function cityBar({ city, country, clicks, percentage }: Analytics['cityStats'][number]) {
  return {
    key: `${city}, ${country}`,
    label: <Country code={country} name={city} />,
    count: clicks,
    percentage,
    isRest: city === other,
  };
}

type Share = { readonly clicks: number; readonly percentage: number };

function bar(label: string, { clicks, percentage }: Share) {
  return { key: label, label, count: clicks, percentage, isRest: label === other };
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
