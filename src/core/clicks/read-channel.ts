import { recentMap } from '#core/shared/recent-map';
import type { Campaign } from './read-campaign.ts';
import type { Referrer } from './read-referrer.ts';

/** How a visitor came to the link, in the order of the store's numbers. */
export const channels = ['direct', 'search', 'social', 'email', 'ads', 'other', 'ai'] as const;
export type Channel = (typeof channels)[number];

/** The fields that decide the channel of a visit. */
type Origin = Pick<Referrer, 'referrer'> & Pick<Campaign, 'utmSource' | 'utmMedium'>;

export type ReadChannel = (origin: Origin) => Channel;

/** Whether everybody can register names directly below a domain of two labels, as below `co.uk`. */
export type IsPublicSuffix = (domain: string) => boolean;

const mediums: readonly (readonly [Channel, RegExp])[] = [
  [
    'ads',
    /(^|[^a-z])(cp[aclmv]|ppc|ads?|display|banner|retargeting|remarketing)([^a-z]|$)|^paid|[^a-z]paid/u,
  ],
  ['email', /^(e[-_ ]?)?mail|newsletter/u],
  ['social', /social|^sm$/u],
  ['search', /^organic$/u],
];
const mailSources = /^(e[-_ ]?)?mail|newsletter|^gmail$/u;
const mailHosts = /^(web|e|g)?mail[0-9]*\.|^outlook\.|^app\.(hey|fastmail)\.com$/u;
/** Other services of the companies whose search engines are below. */
const otherServices =
  /^(accounts|calendar|classroom|docs|drive|finance|groups|meet|news|play|sites|sports|support)\./u;

/** The names in a text, separated by blanks. */
const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Assistants as campaign sources: `utm_source=perplexity`. */
const aiSources = setOf('chatgpt claude copilot gemini openai perplexity');
/** Sites of assistants, with their subdomains. */
const aiSites = setOf('chatgpt.com claude.ai perplexity.ai');
/** Assistants on hosts of companies that do more. */
const aiHosts = setOf(
  'bard.google.com chat.openai.com copilot.cloud.microsoft copilot.microsoft.com gemini.google.com',
);

/** Sites with domains in many countries: `google` is also google.co.uk. */
const socialNames = setOf(
  'bluesky facebook ig instagram linkedin mastodon pinterest reddit snapchat telegram threads tiktok twitter whatsapp xing youtube',
);
/** Single sites, with their subdomains. */
const socialSites = setOf(
  'bsky.app discord.com discord.gg fb.com fb.me line.me lnkd.in messenger.com nextdoor.com ok.ru pin.it quora.com redd.it t.co t.me tumblr.com twitch.tv vk.com vk.ru wa.me weibo.cn weibo.com x.com ycombinator.com youtu.be zhihu.com',
);
const searchNames = setOf(
  'baidu bing duckduckgo ecosia google kagi metager mojeek naver qwant seznam sogou startpage swisscows yahoo yandex',
);
/** Single hosts. */
const searchHosts = setOf(
  'ask.com coccoc.com lilo.org presearch.com search.aol.com search.brave.com search.daum.net so.com ya.ru',
);

/** Most visits come from few places. Longer texts are not cached, which bounds the memory. */
const cached = { origins: 5000, characters: 256 };

/**
 * Reads the channel of visits from the link's campaign parameters and the referring host: the first
 * rule that fits decides. A campaign's source is read like a host, also without a domain
 * (`utm_source=google`). Recent results are cached. Clicks that were stored without a channel get
 * the same one from the default of ClickHouse's column, unless their source is neither a word nor an
 * address: a test compares the two.
 */
export function readChannels(isPublicSuffix: IsPublicSuffix): ReadChannel {
  const recent = recentMap<string, Channel>(cached.origins);

  return (origin) => {
    const { referrer, utmSource, utmMedium } = origin;
    if (referrer === '' && utmSource === '' && utmMedium === '') return 'direct';
    const key = `${referrer}\n${utmSource}\n${utmMedium}`;
    const known = recent.get(key);
    if (known !== undefined) return known;
    const channel = decide(origin, isPublicSuffix);
    if (key.length <= cached.characters) recent.set(key, channel);
    return channel;
  };
}

function decide({ referrer, utmSource, utmMedium }: Origin, isPublicSuffix: IsPublicSuffix) {
  const medium = lower(utmMedium);
  const named = mediums.find(([, pattern]) => pattern.test(medium));
  if (named !== undefined) return named[0];

  const source = lower(utmSource);
  if (mailSources.test(source) || mailHosts.test(referrer)) return 'email';

  const hosts = [source.includes('.') ? source : `${source}.com`, referrer];
  const sites = hosts.map((host) => siteOf(host, isPublicSuffix));
  const isOfAssistant =
    aiSources.has(source) ||
    hosts.some((host) => aiHosts.has(host)) ||
    sites.some(({ site }) => aiSites.has(site));
  if (isOfAssistant) return 'ai';
  if (sites.some(({ name, site }) => socialNames.has(name) || socialSites.has(site))) {
    return 'social';
  }
  if (otherServices.test(referrer)) return 'other';
  if (sites.some(({ name }) => searchNames.has(name))) return 'search';
  return hosts.some((host) => searchHosts.has(host)) ? 'search' : 'other';
}

const noSite = { name: '', site: '' };

/** The site that a host belongs to: `google` and `google.co.uk` for images.google.co.uk. */
function siteOf(host: string, isPublicSuffix: IsPublicSuffix): { name: string; site: string } {
  const labels = bare(host).split('.');
  if (labels.length < 2) return noSite;
  const hasLongSuffix = labels.length > 2 && isPublicSuffix(labels.slice(-2).join('.'));
  const own = labels.slice(hasLongSuffix ? -3 : -2);
  return { name: own[0] ?? '', site: own.join('.') };
}

/** The host in a text that may be an address. */
function bare(text: string): string {
  const [host = ''] = text.replace(/^[a-z]+:\/\//u, '').split(/[:/?#]/u, 1);
  return host;
}

/** Converts only ASCII letters to lower case, as ClickHouse does. */
function lower(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
