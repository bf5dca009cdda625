import type { SocialProvider } from '#contract/accounts/sign-in';

/** A person as a provider describes them. */
export type SocialIdentity = {
  readonly provider: SocialProvider;
  /** Identifies the person at this provider permanently. An e-mail address does not. */
  readonly subject: string;
  /** A valid address in our sense; null when the provider gives none. */
  readonly email: string | null;
  /** The provider confirms that this person receives mail at the address. */
  readonly isEmailProven: boolean;
  /** At most 100 characters, without control characters; may be empty. */
  readonly firstName: string;
  readonly lastName: string;
};

/** Binds a provider's answer to one request of one browser: random texts of 256 bits. */
export type Challenge = {
  /** The browser brings it back. */
  readonly state: string;
  /** The provider's signed token contains it. */
  readonly nonce: string;
  /** Sent to the provider together with the code; the code cannot be used without it. */
  readonly verifier: string;
};

/** The checked result of a sign-in at a provider. */
export type Identification =
  | { readonly kind: 'identified'; readonly identity: SocialIdentity }
  /** The person cancelled. */
  | { readonly kind: 'cancelled' }
  /** The answer cannot be trusted. `why` is for the log and contains nothing of the answer. */
  | { readonly kind: 'untrusted'; readonly why: string }
  /** The provider does not answer in time. */
  | { readonly kind: 'away' };

/** One provider. It stores none of the tokens that it receives. */
export type IdentityProvider = {
  /** The provider's sign-in address for a browser; null when the provider is away. */
  authorizationUrl(challenge: Challenge): Promise<string | null>;
  /**
   * Identifies the person from the query of their return. The caller has already compared the state
   * with the challenge's. Trusts only what the provider itself signed or returned for this
   * challenge.
   */
  identify(query: Readonly<Record<string, string>>, challenge: Challenge): Promise<Identification>;
};

/** The configured providers. */
export type IdentityProviders = Readonly<Partial<Record<SocialProvider, IdentityProvider>>>;
