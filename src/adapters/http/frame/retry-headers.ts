/**
 * What an answer says to somebody who came too often: when to come again (RFC 9110), and that
 * nothing is left until then (draft-ietf-httpapi-ratelimit-headers, in its present form and in the
 * older one that most clients read).
 */
export function spentHeaders(waitSeconds: number): Record<string, string> {
  return {
    'retry-after': String(waitSeconds),
    ratelimit: `"default";r=0;t=${waitSeconds}`,
    'ratelimit-remaining': '0',
    'ratelimit-reset': String(waitSeconds),
  };
}
