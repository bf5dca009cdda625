import type { Reports } from '#core/analytics/ports';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { conditionsOfCampaigns } from './query/conditions.ts';
import { conversionsIn, ofClass, passingClicks, scopeParams } from './scope-sql.ts';
import { reading } from './statement-limits.ts';
import { timeParams, unitOf, within } from './times.ts';

/** The clicks and the revenue that costs are compared with. */
export function clickhouseCostedEvents(client: ClickHouse): Reports['costed'] {
  return async (scope, { period, links, campaigns, currency }) => {
    const passing = `${passingClicks(scope)} AND ${ofClass}`;
    const ofCampaigns = conditionsOfCampaigns(scope, (name) => name);
    const answer = await client.query({
      query: `
        SELECT 'clicks' AS part, toString(unit) AS at, link, campaign, toInt64(count()) AS number
        FROM (
          SELECT ${unitOf('asked', 'toUnixTimestamp64Milli(clicked_at)')} AS unit,
            ${known('link_id')} AS link, ${known('utm_campaign')} AS campaign
          FROM clicks
          WHERE ${passing} AND ${within('asked', 'clicked_at')}
            AND (${isAsked('link_id')} OR ${isAsked('utm_campaign')}))
        GROUP BY at, link, campaign
        UNION ALL
        SELECT 'revenue' AS part, '' AS at, link, campaign, sum(value_cents) AS number
        FROM (
          SELECT ${known('link_id')} AS link,
            if(is_stored, ${known('utm_campaign')}, '') AS campaign, value_cents
          FROM (${conversionsIn(scope, (time) => within('asked', time), true)})
          WHERE currency = {currency:String})
        WHERE link != '' OR campaign != ''
        GROUP BY link, campaign
        ${ofCampaigns === null ? '' : campaignsThatPass(ofCampaigns)}`,
      query_params: {
        ...scopeParams(scope),
        ...timeParams(new Map([['asked', period]])),
        costedLinks: links,
        costedCampaigns: campaigns,
        currency,
      },
      format: 'JSONCompactEachRow',
      ...reading(),
    });
    const rows = await answer.json<Row>();
    return {
      clicks: rows
        .filter(([part]) => part === 'clicks')
        .map(([, at, ...counted]) => {
          const { number: clicks, ...of } = valuesOf(counted);
          return { unitMs: Number(at), clicks, ...of };
        }),
      revenue: rows
        .filter(([part]) => part === 'revenue')
        .map(([, , ...counted]) => {
          const { number: cents, ...of } = valuesOf(counted);
          return { cents, ...of };
        }),
      passingCampaigns:
        ofCampaigns === null
          ? null
          : rows.filter(([part]) => part === 'passing').map(([, , , campaign]) => campaign),
    };
  };
}

type Counted = readonly [link: string, campaign: string, number: number];
type Row = readonly ['clicks' | 'revenue' | 'passing', string, ...Counted];

function valuesOf([link, campaign, number]: Counted) {
  return {
    linkId: link === '' ? null : link,
    campaign: campaign === '' ? null : campaign,
    number,
  };
}

function campaignsThatPass(passes: string): string {
  return `
    UNION ALL
    SELECT 'passing' AS part, '' AS at, '' AS link, utm_campaign AS campaign, toInt64(0) AS number
    FROM (SELECT arrayJoin({costedCampaigns:Array(String)}) AS utm_campaign)
    WHERE ${passes}`;
}

function isAsked(column: 'link_id' | 'utm_campaign'): string {
  return column === 'link_id'
    ? 'link_id IN {costedLinks:Array(UUID)}'
    : 'utm_campaign IN {costedCampaigns:Array(String)}';
}

/** The value of the column, or an empty text where nobody asks for it. */
function known(column: 'link_id' | 'utm_campaign'): string {
  return `if(${isAsked(column)}, toString(${column}), '')`;
}
