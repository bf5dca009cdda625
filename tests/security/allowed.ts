/**
 * Allowed findings of the scanners, and why each is no weakness. Every other finding fails the
 * check.
 */
export const allowed: readonly { readonly finding: RegExp; readonly because: string }[] = [
  {
    finding:
      /^(?:Secure Flag cookie|HTTP Secure Headers) .*(?:Secure flag|Strict-Transport-Security)/,
    because: 'the scanned instance is reached by http, where neither may be sent',
  },
  {
    finding: /^HTTP Secure Headers .*X-XSS-Protection is not set$/,
    because: 'it switches on a filter that browsers have given up, since it could itself be abused',
  },
];
