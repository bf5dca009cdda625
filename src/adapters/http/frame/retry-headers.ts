/**
 * Headers of a response to a client that is over its limit: when to retry (RFC 9110), and that no
 * request remains until then (draft-ietf-httpapi-ratelimit-headers, in the current form and in the
 * older form that most clients read).
 */
export function spentHeaders(waitSeconds: number): Record<string, string> {
  return {
    'retry-after': String(waitSeconds),
    ratelimit: `"default";r=0;t=${waitSeconds}`,
    'ratelimit-remaining': '0',
    'ratelimit-reset': String(waitSeconds),
  };
}
