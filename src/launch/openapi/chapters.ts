import type { Route } from '#contract/route';

/** A chapter of the reference: a tag of the document. */
type Chapter = { readonly name: string; readonly description: string };

/** In the order of the reference. */
export const chapters: readonly Chapter[] = [
  { name: 'Links', description: 'Short links: where they lead, and what they look like.' },
  { name: 'Tags, folders, UTM', description: 'How an account orders and names its links.' },
  { name: 'Imports and many links', description: 'Files of links, and changes of many at once.' },
  { name: 'Domains', description: 'Host names of your own for short links.' },
  { name: 'Analytics', description: 'Clicks, costs, alerts, and what is saved beside them.' },
  { name: 'Split tests', description: 'Which destination of a link earns more.' },
  { name: 'Conversions', description: 'What visitors do after a click, with its money.' },
  { name: 'SQL', description: 'Your own questions to your own clicks and conversions.' },
  { name: 'Webhooks', description: 'Events, sent to your own servers.' },
  { name: 'Account', description: 'The person, their settings, and what happened.' },
  { name: 'The API itself', description: 'What this document is, and which version answers.' },
];

/** The chapters by the paths that are in them. The first match decides. */
const paths = [
  ['Split tests', /\/split-(tests|plan)/],
  [
    'Analytics',
    /\/(analytics|alerts|mailed-reports|costs|clicks|public-page|shared-reports|stream)\b/,
  ],
  ['Webhooks', /\/(webhooks|events)\b/],
  ['Conversions', /\/(conversion|refund|postback)/],
  ['Tags, folders, UTM', /\/(tags|folders|utm-templates)\b/],
  ['Imports and many links', /\/(imports|bulk-actions|exports)\b/],
  ['Links', /\/(links|uploads|qr-logo)\b/],
  ['Domains', /\/domains\b/],
  ['SQL', /\/sql\b/],
  ['Account', /\/(account|settings|notices|keys|activity|billing)\b/],
] as const;

export function chapterOf({ path }: Route): string {
  return paths.find(([, pattern]) => pattern.test(path))?.[0] ?? 'The API itself';
}
