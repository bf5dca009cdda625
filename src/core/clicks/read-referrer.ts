import type { RawVisit } from '#core/redirect/raw-visit';
import { recentMap } from '#core/shared/recent-map';

/** The visitor's referrer; both fields are empty for a direct visit. */
export type Referrer = {
  /** The site: its host in lower case, without `www.`. */
  readonly referrer: string;
  /** Origin and path, at most 512 characters: queries and fragments may hold personal data. */
  readonly referrerUrl: string;
};

const direct: Referrer = { referrer: '', referrerUrl: '' };
const maxUrlLength = 512;
/** Redirect and mobile hosts of well-known sites, mapped to the site. */
const sites = new Map([
  ['l.instagram.com', 'instagram.com'],
  ['l.facebook.com', 'facebook.com'],
  ['lm.facebook.com', 'facebook.com'],
  ['m.facebook.com', 'facebook.com'],
  ['out.reddit.com', 'reddit.com'],
  ['old.reddit.com', 'reddit.com'],
  ['m.youtube.com', 'youtube.com'],
  ['away.vk.com', 'vk.com'],
  ['lnkd.in', 'linkedin.com'],
  ['t.co', 'x.com'],
  ['twitter.com', 'x.com'],
]);

/** Many visits come from few pages. Longer addresses are not cached, which bounds the memory. */
const cached = { pages: 2000, characters: 256 };

/**
 * Reads the referring page of visits, and caches recent ones. Anything but an http(s) address, and
 * an address of this instance, counts as none.
 * @param ownHosts hosts of this instance in lower case, without port or `www.`
 */
export function readReferrers(ownHosts: ReadonlySet<string>): (visit: RawVisit) => Referrer {
  const pages = recentMap<string, Referrer>(cached.pages);

  return ({ referrer: page }) => {
    if (page === '') return direct;
    const known = pages.get(page);
    if (known !== undefined) return known;
    const referrer = parse(page, ownHosts);
    if (page.length <= cached.characters) pages.set(page, referrer);
    return referrer;
  };
}

function parse(page: string, ownHosts: ReadonlySet<string>): Referrer {
  const url = URL.parse(page);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return direct;

  const referrer = bareHost(url.hostname);
  if (referrer === '' || ownHosts.has(referrer)) return direct;
  return {
    referrer: sites.get(referrer) ?? referrer,
    referrerUrl: `${url.origin}${url.pathname}`.slice(0, maxUrlLength),
  };
}

/** The host under which referrers are grouped: lower case, without `www.` and the root's dot. */
export function bareHost(host: string): string {
  const lower = host.toLowerCase();
  const rooted = lower.endsWith('.') ? lower.slice(0, -1) : lower;
  return rooted.startsWith('www.') ? rooted.slice('www.'.length) : rooted;
}
