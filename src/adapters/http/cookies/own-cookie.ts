/** A cookie of the application's own address. */
export type OwnCookie = {
  /** The value that a request brings; null when it brings none that we could have made. */
  read(request: Request): string | null;
  /** The Set-Cookie value that gives `value` to the browser. */
  give(value: string): string;
  /** The Set-Cookie value that takes it away. */
  readonly takeAway: string;
};

export type OwnCookieOptions = {
  /** Without `__Host-`. */
  readonly name: string;
  /** What the whole value looks like: letters, digits and `-._~`, which need no encoding. */
  readonly form: RegExp;
  readonly maxAgeSeconds: number;
};

/**
 * HttpOnly and Lax. Secure, and `__Host-` in its name, exactly when the application's address is
 * https, whatever a single request says. Of several cookies of the name, the first with the right
 * form is read: another host of the domain may have set one in front.
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
