/** The first-party cookie of `VISITOR_ID=cookie`: a random id without further meaning. */
const name = 'wp_visitor';
const pattern = /(?:^|;\s*)wp_visitor=([0-9a-f]{32})(?:;|$)/;
/** 13 months. Reading the cookie does not renew it. */
const maxAgeSeconds = 34_128_000;

/** The visitor's id in a Cookie header; empty when there is no valid one. */
export function visitorInCookies(cookies: string | null): string {
  return (cookies === null ? null : pattern.exec(cookies)?.[1]) ?? '';
}

/** A Set-Cookie header that stores the id in a browser; `secure` when the request used https. */
export function visitorCookie(id: string, isSecure: boolean): string {
  const attributes = `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax`;
  return `${name}=${id}; ${attributes}${isSecure ? '; Secure' : ''}`;
}
