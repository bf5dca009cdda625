/** Who may vouch for people in our place. */
export const socialProviders = ['google', 'facebook'] as const;
export type SocialProvider = (typeof socialProviders)[number];

/** A person as a provider knows them. */
export type SocialIdentity = {
  readonly provider: SocialProvider;
  /** Names the person at this provider, and always the same one. An e-mail address does not. */
  readonly subject: string;
  /** An address as this product takes them; null when the provider tells none. */
  readonly email: string | null;
  /** The provider stands for it that this person receives mail there. */
  readonly isEmailProven: boolean;
  /** At most 100 characters, without control characters; may be empty. */
  readonly firstName: string;
  readonly lastName: string;
};

/** What ties a provider's answer to one question of one browser: random texts of 256 bits. */
export type Challenge = {
  /** Comes back with the browser. */
  readonly state: string;
  /** Comes back inside of what the provider signs. */
  readonly nonce: string;
  /** Shown to the provider beside the code, which is worth nothing without it. */
  readonly verifier: string;
};

/** What a provider said of somebody, once it was checked. */
export type Identification =
  | { readonly kind: 'identified'; readonly identity: SocialIdentity }
  /** The person did not want to. */
  | { readonly kind: 'cancelled' }
  /** What came cannot be trusted; `why` is for the log and holds nothing of what came. */
  | { readonly kind: 'untrusted'; readonly why: string }
  /** The provider does not answer, or not in time. */
  | { readonly kind: 'away' };

/** One provider. Keeps none of the tokens that it is given. */
export type IdentityProvider = {
  /** Where a browser is sent to say who its person is; null when the provider is away. */
  addressFor(challenge: Challenge): Promise<string | null>;
  /**
   * Who came back, given the query of their return, whose state is the challenge's already. Trusts
   * only what the provider itself signed or said for this challenge.
   */
  identify(query: Readonly<Record<string, string>>, challenge: Challenge): Promise<Identification>;
};

/** The providers that this instance is registered with. */
export type IdentityProviders = Readonly<Partial<Record<SocialProvider, IdentityProvider>>>;
