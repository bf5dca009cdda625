import { paths } from './paths.ts';

/** Returns a setting that the server wrote into the document's head. */
function said(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
}

const short = URL.parse(said('short-origin') ?? '') ?? window.location;

/** The origin of APP_URL. A shared report can also be at a custom domain. */
export const appOrigin = said('app-origin') || window.location.origin;

/** The origin of SHORT_URL. Only it and the app's receive pixels, the script and postbacks. */
export const shortOrigin = short.origin;

/** The host of short links with its slash, as shown in front of an alias: `wp.st/`. */
export const shortHost = `${short.host}/`;

/** Whether people can sign in on this host; false on a custom domain. */
export const hasAccounts = said('session') !== 'never';

/**
 * False when the request for the document had no session cookie. Then the app does not have to ask
 * who is signed in.
 */
export const cameWithSession = hasAccounts && said('session') !== 'none';

/** Whether payments are configured. */
export const takesPayments = said('payments') !== 'off';

/** Whether people can open accounts. */
export const takesNewAccounts = said('registration') !== 'closed';

/** Whether the operator allows people to query their own data in SQL. */
export const offersSql = said('sql') !== 'off';

/** For how many months each click is stored; after that, only their number a day. */
export const retentionMonths = said('retention-months') ?? '25';

/** Whether events are sent to webhooks. */
const sendsToWebhooks = said('webhooks') !== 'off';

/** The addresses of screens that this Waypost does not have. */
export const absentPaths: ReadonlySet<string> = new Set([
  ...(takesPayments ? [] : [paths.billing]),
  ...(offersSql ? [] : [paths.sql]),
  ...(sendsToWebhooks ? [] : [paths.webhooks]),
]);

/** How visitors are distinguished. Without cookies, a visitor's id lasts one day. */
export const visitorsAre = said('visitor-id') === 'cookie' ? 'cookie' : 'cookieless';

/** The sign-in providers that Waypost supports. */
export const providers = ['google', 'facebook'] as const;
export type Provider = (typeof providers)[number];

export const providerNames: Readonly<Record<Provider, string>> = {
  google: 'Google',
  facebook: 'Facebook',
};

/** The sign-in providers that the operator has configured. */
export const signInWith: readonly Provider[] = providers.filter((provider) =>
  (said('sign-in-with') ?? '').split(' ').includes(provider),
);
