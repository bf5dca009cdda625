import { allows, type Scope, scopes as all } from '#contract/accounts/api-keys';
import { offersSql } from '#web/instance.ts';

/** What a key may do in one chapter. To change includes to see. */
export const levels = ['none', 'read', 'write'] as const;
type Level = (typeof levels)[number];

/** The chapters of what keys may do, each with its words for `read` and `write`. */
export const chapters = [
  {
    name: 'links',
    label: 'Links',
    read: 'See links, labels and QR codes',
    write: 'Create, change and delete links and labels',
  },
  {
    name: 'domains',
    label: 'Domains',
    read: 'See domains',
    write: 'Add, change and remove domains',
  },
  {
    name: 'analytics',
    label: 'Analytics',
    read: 'See clicks, reports and split tests',
    write: 'Change views, notes, costs, alerts, shared and email reports',
  },
  {
    name: 'conversions',
    label: 'Conversions',
    read: 'See conversions',
    write: 'Record, correct and remove conversions',
  },
  {
    name: 'webhooks',
    label: 'Webhooks',
    read: 'See webhooks and what they sent',
    write: 'Create, change and delete webhooks',
  },
  {
    name: 'account',
    label: 'Account',
    read: 'See the account, its plan and activity',
    write: 'Change the name, picture and settings',
  },
] as const;
type Chapter = (typeof chapters)[number]['name'];

/** What a key may do, as the form holds it. */
export type Permissions = Record<Chapter, Level> & {
  readonly sql: boolean;
  readonly export: boolean;
};

/** The form's choices for a key with these scopes. */
export function permissionsOf(scopes: readonly Scope[]): Permissions {
  const level = (chapter: Chapter): Level => {
    if (scopes.includes(`${chapter}:write`)) return 'write';
    return scopes.includes(`${chapter}:read`) ? 'read' : 'none';
  };
  return {
    links: level('links'),
    domains: level('domains'),
    analytics: level('analytics'),
    conversions: level('conversions'),
    webhooks: level('webhooks'),
    account: level('account'),
    sql: scopes.includes('sql'),
    export: scopes.includes('account:export'),
  };
}

export const sqlWords = 'Ask in SQL';
export const exportWords = 'Export the account';

/** What a key with these scopes may do, in the words of the form. */
export function wordsOf(scopes: readonly Scope[]): readonly string[] {
  const chosen = permissionsOf(scopes);
  if (everything.every((scope) => allows(scopes, scope))) return ['Everything'];
  return [
    ...chapters.flatMap(({ name, ...words }) => {
      const level = chosen[name];
      return level === 'none' ? [] : [words[level]];
    }),
    ...(chosen.sql ? [sqlWords] : []),
    ...(chosen.export ? [exportWords] : []),
  ];
}

/** The scopes of the form's choices. */
export function scopesOf(chosen: Permissions): Scope[] {
  const ofChapters = chapters.flatMap(({ name }) => {
    const level = chosen[name];
    return level === 'none' ? [] : [`${name}:${level}` as const];
  });
  const sql: Scope[] = chosen.sql ? ['sql'] : [];
  const whole: Scope[] = chosen.export ? ['account:export'] : [];
  return [...ofChapters, ...sql, ...whole];
}

const readsOf = (...names: readonly Chapter[]): Scope[] => [
  ...names.map((name) => `${name}:read` as const),
  ...(offersSql ? (['sql'] as const) : []),
];

const everything = all.filter((scope) => offersSql || scope !== 'sql');

/** Choices that many people want. */
export const presets: readonly { readonly label: string; readonly scopes: readonly Scope[] }[] = [
  { label: 'Read everything', scopes: readsOf(...chapters.map(({ name }) => name)) },
  { label: 'Everything', scopes: everything },
  {
    label: 'Assistant: read only',
    scopes: readsOf('links', 'analytics', 'conversions', 'account'),
  },
];
