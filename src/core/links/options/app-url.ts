import { longestUrl } from '#contract/links/link-limits';
import type { ReadDestination } from '#core/links/destination';

const ownScheme = /^([a-z][a-z0-9+.-]{1,39}):\/\/[\x21-\x7e]*$/;
/** Schemes that run scripts or read files, or that do not belong to one app. */
const refusedSchemes = new Set([
  ...['about', 'blob', 'chrome', 'content', 'data', 'edge', 'file', 'filesystem', 'ftp', 'intent'],
  ...['jar', 'javascript', 'livescript', 'mocha', 'ms-settings', 'resource', 'vbscript'],
  ...['view-source', 'ws', 'wss'],
]);

/** Whether an address opens an app by the app's own scheme instead of a web page. */
export function hasAppScheme(href: string): boolean {
  const scheme = ownScheme.exec(href)?.[1];
  return scheme !== undefined && !/^https?$/.test(scheme) && !refusedSchemes.has(scheme);
}

/**
 * The address of an app as it is stored: a web address by the rules of destinations, or an address
 * with the app's own scheme (`shop://item/5`). Null when it is neither.
 */
export function readAppUrl(typed: string, readDestination: ReadDestination): string | null {
  const url = typed.replace(/^[A-Za-z][\w+.-]*(?=:\/\/)/, (scheme) => scheme.toLowerCase());
  const isOwn = url.length <= longestUrl && hasAppScheme(url);
  return isOwn ? url : readDestination(typed);
}
