/** A cookie of the application's own address. */
export type OwnCookie = {
  /** The value in a request; null when there is none of a valid form. */
  read(request: Request): string | null;
  /** The Set-Cookie value that gives `value` to the browser. */
  give(value: string): string;
  /** The Set-Cookie value that removes it. */
  readonly takeAway: string;
};

export type OwnCookieOptions = {
  /** The name without the prefix `__Host-`. */
  readonly name: string;
  /** The format of the whole value: letters, digits and `-._~`, which need no encoding. */
  readonly form: RegExp;
  readonly maxAgeSeconds: number;
};

/**
 * HttpOnly and Lax. Secure, and with `__Host-` in its name, exactly when the application's
 * configured address is https; the single request does not matter. Of several cookies with the
 * name, the first with the right format counts, because another host of the domain may have set an
 * earlier one.
 */
export function ownCookie(
  appUrl: string,
  { name: plainName, form, maxAgeSeconds }: OwnCookieOptions,
): OwnCookie {
  const isSecure = appUrl.startsWith('https:');
  const name = isSecure ? `__Host-${plainName}` : plainName;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;

  return {
    read(request) {
      const header = request.headers.get('cookie');
      if (header === null) return null;
      for (const [given, value] of new Bun.CookieMap(header)) {
        if (given === name && form.test(value)) return value;
      }
      return null;
    },
    give: (value) => `${name}=${value}; Max-Age=${maxAgeSeconds}; ${attributes}`,
    takeAway: `${name}=; Max-Age=0; ${attributes}`,
  };
}
