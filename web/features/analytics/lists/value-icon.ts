import type { Dimension } from '#contract/analytics/report-filters';

/** The pictures of values. They are drawn here: nothing is fetched from the sites themselves. */
export type Icon =
  | 'direct'
  | 'site'
  | 'search'
  | 'mail'
  | 'assistant'
  | 'chat'
  | 'news'
  | 'code'
  | 'google'
  | 'instagram'
  | 'youtube'
  | 'facebook'
  | 'x'
  | 'linkedin'
  | 'reddit'
  | 'spotify'
  | 'tiktok'
  | 'pinterest'
  | 'social'
  | 'ads'
  | 'link'
  | 'qr'
  | 'phone'
  | 'tablet'
  | 'desktop'
  | 'chrome'
  | 'safari'
  | 'firefox'
  | 'edge'
  | 'browser'
  | 'windows'
  | 'android'
  | 'apple'
  | 'linux'
  | 'system';

/** Words of hosts and of UTM sources. The first that is found decides. */
const sources: readonly (readonly [Icon, readonly string[]])[] = [
  ['direct', ['direct']],
  ['mail', ['mail', 'gmail', 'outlook', 'newsletter', 'email', 'fastmail', 'protonmail']],
  ['assistant', ['chatgpt', 'openai', 'perplexity', 'claude', 'copilot', 'gemini']],
  ['youtube', ['youtube', 'youtu']],
  ['google', ['google']],
  ['instagram', ['instagram', 'ig']],
  ['facebook', ['facebook', 'fb', 'messenger']],
  ['linkedin', ['linkedin', 'lnkd']],
  ['reddit', ['reddit', 'redd']],
  ['spotify', ['spotify']],
  ['tiktok', ['tiktok']],
  ['pinterest', ['pinterest', 'pin']],
  [
    'search',
    ['bing', 'duckduckgo', 'yahoo', 'ecosia', 'baidu', 'yandex', 'qwant', 'kagi', 'search'],
  ],
  ['chat', ['whatsapp', 'wa', 'telegram', 'discord', 'slack', 'signal', 'snapchat']],
  ['code', ['github', 'gitlab', 'stackoverflow']],
  ['news', ['ycombinator', 'medium', 'substack', 'wordpress', 'blogspot', 'news']],
  ['social', ['bsky', 'bluesky', 'mastodon', 'threads', 'tumblr', 'social']],
];

/** Short hosts whose names alone are words of many others. */
const hosts: Readonly<Record<string, Icon>> = {
  'x.com': 'x',
  't.co': 'x',
  x: 'x',
  twitter: 'x',
  'twitter.com': 'x',
  't.me': 'chat',
};

function iconOfSource(name: string): Icon {
  const host = name.toLowerCase().replace(/^(www|m|l|lm|mobile)\./, '');
  const known = hosts[host];
  if (known !== undefined) return known;
  const words = host.split(/[.\s_-]+/);
  return sources.find(([, names]) => words.some((word) => names.includes(word)))?.[0] ?? 'site';
}

/** Parts of the names of browsers and systems. The first that is found decides. */
const browsers: readonly (readonly [string, Icon])[] = [
  ['edge', 'edge'],
  ['firefox', 'firefox'],
  ['safari', 'safari'],
  ['chrom', 'chrome'],
];
const systems: readonly (readonly [string, Icon])[] = [
  ['windows', 'windows'],
  ['android', 'android'],
  ['ios', 'apple'],
  ['mac', 'apple'],
  ['ipad', 'apple'],
  ['linux', 'linux'],
  ['ubuntu', 'linux'],
];

const words: Readonly<Record<string, Icon>> = {
  mobile: 'phone',
  tablet: 'tablet',
  desktop: 'desktop',
  direct: 'direct',
  search: 'search',
  social: 'social',
  email: 'mail',
  ads: 'ads',
  ai: 'assistant',
  link: 'link',
  qr: 'qr',
};

/** The picture of a value in a list; null where values have none. */
export function iconOf(dimension: Dimension, value: string): Icon | null {
  const name = value.toLowerCase();
  switch (dimension) {
    case 'referrers':
    case 'utmSources':
      return iconOfSource(value);
    case 'browsers':
      return browsers.find(([part]) => name.includes(part))?.[1] ?? 'browser';
    case 'systems':
      return systems.find(([part]) => name.includes(part))?.[1] ?? 'system';
    case 'devices':
      return words[name] ?? 'system';
    case 'channels':
      return words[name] ?? 'site';
    case 'entries':
      return words[name] ?? 'link';
    default:
      return null;
  }
}
