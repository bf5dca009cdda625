/**
 * The headers of every API response: only scripts of this site may read it, and it is never stored,
 * framed, sniffed or run. It has HSTS exactly when the application's address is https.
 */
export function apiHeaders(appUrl: string): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...openerHeaders(appUrl),
    ...transportHeaders(appUrl),
  };
}

/**
 * Isolates the app's windows from those of other sites. Over plain http browsers ignore the header,
 * and log an error.
 */
export function openerHeaders(appUrl: string): Record<string, string> {
  return appUrl.startsWith('https:') ? { 'cross-origin-opener-policy': 'same-origin' } : {};
}

/** Makes browsers that used https once always use it; `url` is the host's own. */
export function transportHeaders(url: string): Record<string, string> {
  return url.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {};
}
