/** This instance's registration with a provider. */
export type OAuthClient = {
  readonly id: string;
  readonly secret: string;
  /** Where the provider redirects browsers back to. It must be registered there. */
  readonly callbackUrl: string;
};
