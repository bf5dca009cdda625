import type { Config } from './config.ts';

/** The instance's public origins, without a trailing slash. */
export type Origins = {
  readonly appUrl: string;
  readonly shortUrl: string;
  /** Further origins of the application; none when APP_URL is configured. */
  readonly alsoAppUrls: readonly string[];
};

type Configured = Pick<Config, 'appUrl' | 'shortUrl' | 'host'>;

/** The origins of a configuration. An absent one is an origin of this machine. */
export function originsOf({ appUrl: given, shortUrl, host }: Configured, port: number): Origins {
  const appUrl = given ?? `http://localhost:${port}`;
  const alsoAppUrls = given === null ? localUrls(host, port) : [];
  return { appUrl, shortUrl: shortUrl ?? appUrl, alsoAppUrls };
}

/** All origins of this instance. */
export function allOrigins({ appUrl, shortUrl, alsoAppUrls }: Origins): readonly string[] {
  return [appUrl, shortUrl, ...alsoAppUrls];
}

const everyInterface = new Set(['0.0.0.0', '::']);

/** Other names of localhost, and the address at which the instance listens. */
function localUrls(host: string, port: number): string[] {
  const loopback = ['127.0.0.1', '[::1]'];
  const listening = everyInterface.has(host) ? [] : [host.includes(':') ? `[${host}]` : host];
  const urls = [...loopback, ...listening].map((name) => `http://${name}:${port}`);
  return urls.filter((url) => URL.canParse(url));
}
