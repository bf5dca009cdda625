import type { LinkImport } from '#web/api.ts';

export type ImportField = NonNullable<LinkImport['mapping'][number]>;

/** The fields that a column can be mapped to, in the order of the lists. */
export const fieldWords: Readonly<Record<ImportField, string>> = {
  originalUrl: 'Destination',
  alias: 'Alias',
  shortUrl: 'Short URL',
  title: 'Title',
  description: 'Description',
  notes: 'Notes',
  tags: 'Tags',
  folder: 'Folder',
  createdAt: 'Created',
  expiresAt: 'Expires',
  isActive: 'Active (yes or no)',
  trackConversions: 'Conversion tracking (yes or no)',
  splitTestEnabled: 'Split test (yes or no)',
  splitTestUrls: 'Split test destinations',
  importedClicks: 'Clicks so far',
  utm_source: 'UTM source',
  utm_medium: 'UTM medium',
  utm_campaign: 'UTM campaign',
  utm_term: 'UTM term',
  utm_content: 'UTM content',
};

/** What happens to rows that do not become links, with the explanation of each. */
export const outcomeWords = {
  existing: { label: 'Already there', text: 'The same alias with the same destination' },
  aliasTaken: { label: 'Alias taken', text: 'Another link has or had this alias' },
  invalid: { label: 'Invalid', text: 'The row is not valid' },
  blocked: { label: 'Not allowed', text: 'The operator blocks the destination' },
  full: { label: 'No room', text: 'Your account has as many links as it can have' },
} as const;

export type Outcome = keyof typeof outcomeWords;

/** The outcome of a problem, as the counts name it. */
export function outcomeOf(outcome: string): Outcome {
  if (outcome === 'alias_taken') return 'aliasTaken';
  return isOutcome(outcome) ? outcome : 'invalid';
}

function isOutcome(name: string): name is Outcome {
  return Object.hasOwn(outcomeWords, name);
}

/**
 * A mapping after a field was chosen for one column: another column with the same field loses it.
 */
export function withField(
  mapping: LinkImport['mapping'],
  at: number,
  field: ImportField | null,
): LinkImport['mapping'] {
  return mapping.map((before, index) => {
    if (index === at) return field;
    return before === field ? null : before;
  });
}

/** The first values of a column, which help a person to choose its field. */
export function samplesOf(preview: LinkImport['preview'], at: number): readonly string[] {
  const values = preview.map(({ cells }) => (cells[at] ?? '').trim());
  return [...new Set(values)].filter((value) => value !== '').slice(0, 2);
}
