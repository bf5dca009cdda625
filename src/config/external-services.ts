/**
 * The addresses of other companies' services. No environment variable sets these addresses, so an
 * operator cannot send sign-ins or payments to another server by mistake. Tests that start Waypost
 * against stand-ins have an entry of their own and pass the addresses to `run`.
 */
export type ExternalServices = {
  /** The OpenID Connect issuer of Google. */
  readonly google: string;
  readonly facebook: {
    /** The page on which people sign in. */
    readonly dialog: string;
    /** The Graph API, with its version and without a trailing slash. */
    readonly graph: string;
  };
  /** The origin of Stripe's API; null: the one that Stripe's library knows. */
  readonly stripe: string | null;
};

/** The services themselves. */
export const externalServices: ExternalServices = {
  google: 'https://accounts.google.com',
  facebook: {
    dialog: 'https://www.facebook.com/v23.0/dialog/oauth',
    graph: 'https://graph.facebook.com/v23.0',
  },
  stripe: null,
};
