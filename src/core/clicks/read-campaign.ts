import { longestFilterValue } from '#contract/analytics/report-filters';
import type { RawVisit } from '#core/redirect/raw-visit';
import { recentMap } from '#core/shared/recent-map';

/** The campaign parameters in the short link's own query; empty when absent. */
export type Campaign = {
  readonly utmSource: string;
  readonly utmMedium: string;
  readonly utmCampaign: string;
  readonly utmTerm: string;
  readonly utmContent: string;
};

const none: Campaign = {
  utmSource: '',
  utmMedium: '',
  utmCampaign: '',
  utmTerm: '',
  utmContent: '',
};
// oxlint-disable-next-line no-control-regex -- finding control characters is what it is for
const controls = /[\u0000-\u001f\u007f]/g;

/** Most visits come through few campaigns. Longer queries are not cached, which bounds the memory. */
const cached = { queries: 2000, characters: 256 };

/**
 * Reads the five campaign parameters of visits, each cut at 256 characters, and caches recent ones.
 * Nothing else of the query is stored.
 */
export function readCampaigns(): (visit: RawVisit) => Campaign {
  const campaigns = recentMap<string, Campaign>(cached.queries);

  return ({ query }) => {
    // Most queries have no campaign; an encoded name of a parameter has a percent sign.
    if (!query.includes('utm_') && !query.includes('%')) return none;
    const known = campaigns.get(query);
    if (known !== undefined) return known;
    const campaign = parse(query);
    if (query.length <= cached.characters) campaigns.set(query, campaign);
    return campaign;
  };
}

function parse(query: string): Campaign {
  const parameters = new URLSearchParams(query);
  return {
    utmSource: tidy(parameters.get('utm_source')),
    utmMedium: tidy(parameters.get('utm_medium')),
    utmCampaign: tidy(parameters.get('utm_campaign')),
    utmTerm: tidy(parameters.get('utm_term')),
    utmContent: tidy(parameters.get('utm_content')),
  };
}

/** Replaces control characters by spaces, and removes half a surrogate pair at a cut. */
function tidy(value: string | null): string {
  if (value === null) return '';
  return value.slice(0, longestFilterValue).toWellFormed().replace(controls, ' ').trim();
}
