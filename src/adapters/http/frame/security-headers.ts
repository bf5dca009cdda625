/**
 * What every answer of the API carries: it is for scripts of this site alone, never stored, framed,
 * sniffed or run. HSTS exactly when the application is reached by https.
 */
export function apiHeaders(appUrl: string): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...transportHeaders(appUrl),
  };
}

/** Browsers that have come by https once shall not come by http again; `url` is the host's own. */
export function transportHeaders(url: string): Record<string, string> {
  return url.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {};
}
