const loopback =
  /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[\da-f]{2}:[\da-f]+\])$/;

const loopbackAddress = /^(127\.|\[::)/;

/**
 * Whether a URL leads to this instance. `ownOrigins` are all of its origins. It matches the
 * same host name in any spelling and on any port, and this machine's loopback addresses on the same
 * port: their other ports belong to other programs.
 */
export function ownUrls(
  ownOrigins: readonly string[],
  isOwnDomain: IsOwnDomain = () => false,
): (url: URL) => boolean {
  const own = ownOrigins.map((origin) => new URL(origin));
  return (url) =>
    own.some((origin) => isSameHost(origin, url)) || isOwnDomain(withoutDot(url.hostname));
}

/**
 * Whether a URL leads to the visitor's own machine: it is a loopback address, and none of `ownOrigins`
 * is one.
 */
export function visitorsOwnMachine(ownOrigins: readonly string[]): (url: URL) => boolean {
  const isPublic = !ownOrigins.some((origin) => isLoopback(new URL(origin)));
  return (url) => isPublic && isLoopback(url);
}

function isLoopback(url: URL): boolean {
  return loopback.test(withoutDot(url.hostname));
}

/**
 * Whether a host is a custom domain that leads to this instance. The answer changes while the
 * application runs.
 */
export type IsOwnDomain = (host: string) => boolean;

function isSameHost(own: URL, url: URL): boolean {
  const [ours, theirs] = [withoutDot(own.hostname), withoutDot(url.hostname)];
  if (ours === theirs && !loopbackAddress.test(ours)) return true;
  return loopback.test(ours) && loopback.test(theirs) && portOf(own) === portOf(url);
}

function withoutDot(hostname: string): string {
  return hostname.replace(/\.$/, '');
}

function portOf(url: URL): string {
  return url.port || (url.protocol === 'https:' ? '443' : '80');
}
