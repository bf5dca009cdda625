/**
 * Headers of a response to a client that is over its limit: when to retry (RFC 9110), and that no
 * request remains until then (draft-ietf-httpapi-ratelimit-headers, in the current form and in the
 * older form that most clients read). `name` is the limit's in `RateLimit-Policy`.
 */
export function spentHeaders(waitSeconds: number, name = 'default'): Record<string, string> {
  return {
    'retry-after': String(waitSeconds),
    ratelimit: `"${name}";r=0;t=${waitSeconds}`,
    'ratelimit-remaining': '0',
    'ratelimit-reset': String(waitSeconds),
  };
}
