/**
 * What every answer of the API carries: it is for scripts of this site alone, never stored, framed,
 * sniffed or run. HSTS exactly when the application is reached by https.
 */
export function apiHeaders(appUrl: string): Record<string, string> {
  const headers = {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
  if (!appUrl.startsWith('https:')) return headers;
  return { ...headers, 'strict-transport-security': 'max-age=31536000' };
}
