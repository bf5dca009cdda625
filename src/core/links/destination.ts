import { bareUrl, linkComplaints, longestUrl } from '#contract/links/link-limits';
import { withoutOwnParameters } from './own-parameters.ts';
import { type IsOwnDomain, ownUrls, visitorsOwnMachine } from './own-urls.ts';

/** Converts a typed address to the stored destination; null when it is not allowed. */
export type ReadDestination = (typed: string) => string | null;

const webUrl = /^https?:\/\/([^/?#]+)/i;
const dottedIpv4 = /^\d+\.\d+\.\d+\.\d+$/;
/**
 * An IPv6 address that contains an IPv4 address, in the URL's spelling: mapped, translated,
 * compatible, NAT64 (64:ff9b::/96 and 64:ff9b:1::/48) or 6to4 (2002::/16). `::` and `::1` are not
 * compatible addresses.
 */
const ipv4InIpv6 =
  /^\[(::(ffff:(0:)?)?[\da-f]{1,4}:[\da-f]{1,4}|::(?!1\])[\da-f]{1,4}|64:ff9b:.*|2002:.*)\]$/;
const hostLabels = /^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*\.?$/;

/**
 * The rules for destinations. `ownOrigins` are the addresses of this instance itself (application
 * and short host), `isOwnDomain` knows the custom domains that lead to it; a destination there
 * would cause a redirect loop and is refused.
 *
 * The result is `new URL(typed).href`: http or https, ASCII (hosts in punycode), at most
 * `longestUrl` characters, without userinfo. Spellings that a URL parser would repair in an
 * unexpected way are refused: control characters, blanks at the ends, backslashes, missing slashes,
 * an IPv4 address in any form but the plain dotted one, also inside an IPv6 address. A loopback
 * address is refused, unless this instance has one too. An address that begins with its host gets
 * https. A click id is removed: an address that was copied from a visited page has the click id of
 * that visit.
 */
export function destinationRules(
  ownOrigins: readonly string[],
  isOwnDomain?: IsOwnDomain,
): ReadDestination {
  const isOwn = ownUrls(ownOrigins, isOwnDomain);
  const isVisitors = visitorsOwnMachine(ownOrigins);

  return (text) => {
    const typed = withScheme(text);
    const host = hostAsTyped(typed);
    if (host === null || !URL.canParse(typed)) return null;

    const url = new URL(typed);
    const isAllowed =
      url.href.length <= longestUrl &&
      url.port !== '0' &&
      isPlainHost(url.hostname, host) &&
      !isOwn(url) &&
      !isVisitors(url);
    return isAllowed ? withoutOwnParameters(url.href) : null;
  };
}

/** Explains to the person who typed an address why it is not allowed. */
export type ExplainDestination = (typed: string) => string;

/** Explains what `destinationRules` with the same own addresses refuses. */
export function destinationProblems(
  ownOrigins: readonly string[],
  isOwnDomain?: IsOwnDomain,
): ExplainDestination {
  const isOwn = ownUrls(ownOrigins, isOwnDomain);
  const isVisitors = visitorsOwnMachine(ownOrigins);

  return (text) => {
    const typed = withScheme(text);
    const url = URL.parse(typed);
    if (typed.length > longestUrl || (url?.href.length ?? 0) > longestUrl) {
      return linkComplaints.longUrl;
    }
    if (url === null || !/^https?:$/.test(url.protocol)) return linkComplaints.url;
    if (url.username !== '' || url.password !== '') {
      return 'Remove the user name and password from the URL';
    }
    if (isOwn(url)) {
      return 'A link cannot lead to Waypost itself: it would redirect endlessly';
    }
    if (isVisitors(url)) return 'A link cannot lead to the device of the person who opens it';
    return linkComplaints.url;
  };
}

function withScheme(typed: string): string {
  return bareUrl.test(typed) ? `https://${typed}` : typed;
}

/**
 * Whether a stored destination may stand in a Location header. This is the last check before a
 * redirect, for rows that were not stored through these rules.
 */
export function isSafeLocation(href: string): boolean {
  return /^https?:\/\/[\x21-\x7e]+$/.test(href);
}

/** The host and port as typed; null when the text is no plain web address. */
function hostAsTyped(typed: string): string | null {
  if (typed.length > longestUrl || !typed.isWellFormed()) return null;
  if (typed.trim() !== typed || hasControlCharacter(typed) || typed.includes('\\')) return null;

  const authority = webUrl.exec(typed)?.[1];
  if (authority === undefined || authority.includes('@')) return null;
  return authority.replace(/:\d*$/, '');
}

function hasControlCharacter(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x20 || (unit >= 0x7f && unit <= 0x9f) || unit === 0x2028 || unit === 0x2029) {
      return true;
    }
  }
  return false;
}

/** A name within DNS's limits, an IPv6 address, or an IPv4 address in its canonical spelling. */
function isPlainHost(hostname: string, asTyped: string): boolean {
  if (hostname.startsWith('[')) return !ipv4InIpv6.test(hostname);
  if (dottedIpv4.test(hostname)) return hostname === asTyped;
  return withoutDot(hostname).length <= 253 && hostLabels.test(hostname);
}

function withoutDot(hostname: string): string {
  return hostname.replace(/\.$/, '');
}
