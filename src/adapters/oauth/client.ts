/** What a provider knows this instance by. */
export type OAuthClient = {
  readonly id: string;
  readonly secret: string;
  /** Where the provider sends browsers back to; registered there. */
  readonly callbackUrl: string;
};
