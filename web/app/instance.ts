/** What the server says of itself in the document's head. */
function said(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
}

/** Where short links live, with its slash, as people see it in front of an alias: `wp.st/`. */
export const shortHost = `${URL.parse(said('short-origin') ?? '')?.host ?? window.location.host}/`;

/** False when the document came without a session: then there is nobody to ask for. */
export const cameWithSession = said('session') !== 'none';

/** Whether anything can be bought here. */
export const takesPayments = said('payments') !== 'off';

/** How visitors are distinguished: without cookies their ids hold for a day. */
export const visitorsAre = said('visitor-id') === 'cookie' ? 'cookie' : 'cookieless';

/** Who may vouch for people, where the operator has set it up. */
export const providers = ['google', 'facebook'] as const;
export type Provider = (typeof providers)[number];

export const providerNames: Readonly<Record<Provider, string>> = {
  google: 'Google',
  facebook: 'Facebook',
};

/** The providers that this instance lets people sign in with. */
export const signInWith: readonly Provider[] = providers.filter((provider) =>
  (said('sign-in-with') ?? '').split(' ').includes(provider),
);
