/** This instance's registration with a provider. */
export type OAuthClient = {
  readonly id: string;
  readonly secret: string;
  /**
   * The address to which the provider redirects browsers. It must be registered at the provider.
   */
  readonly callbackUrl: string;
};
