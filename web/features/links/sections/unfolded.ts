import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { FieldErrors } from 'react-hook-form';
import { ApiError } from '#web/api-error.ts';
import type { LinkValues } from '#web/features/links/form/link-form.ts';
import { linkIssues } from '#web/features/links/form/link-issues.ts';

/** The sections, in their order, with the beginnings of the paths of their fields. */
const fieldsOf = {
  'Name, tags and folder': ['title', 'notes', 'tags', 'folder'],
  UTM: [],
  'Schedule and limits': [
    'expiresAt',
    'options.startsAt',
    'options.expiresAfterClicks',
    'options.expiredUrl',
  ],
  Access: ['options.password'],
  Rules: ['options.rules'],
  'App links': ['options.ios', 'options.android'],
  Preview: ['options.preview'],
  Conversions: ['profitPerSale'],
} as const;

export type SectionTitle = keyof typeof fieldsOf;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an object's own names
export const sectionTitles = Object.keys(fieldsOf) as SectionTitle[];

/** What stands for a section in the address of the editor: `#schedule`. */
export function sectionHash(title: SectionTitle): string {
  return `#${title.replace(/ .*|,.*/, '').toLowerCase()}`;
}

/** The section that the address of the editor asks for, or null. */
export function sectionIn(hash: string): SectionTitle | null {
  return sectionTitles.find((title) => sectionHash(title) === hash) ?? null;
}

/** Which sections of a form are unfolded. */
export type Unfolded = {
  /** The one that is unfolded from the beginning and has the focus, or null. */
  readonly first: SectionTitle | null;
  readonly titles: ReadonlySet<SectionTitle>;
  toggle(title: SectionTitle): void;
  /** Unfolds the sections of wrong fields, before the form gives one of them the focus. */
  showErrors(errors: FieldErrors<LinkValues>): void;
  /** The same for errors of the server. */
  showRefused(error: unknown): void;
  foldAll(): void;
};

/** At first all sections but one are folded, or all. */
export function useUnfolded(first: SectionTitle | null = null): Unfolded {
  const [titles, setTitles] = useState<ReadonlySet<SectionTitle>>(
    new Set(first === null ? [] : [first]),
  );
  const showFor = (paths: readonly string[]) => {
    const wrong = sectionTitles.filter((title) => holds(title, paths));
    const isNew = wrong.some((title) => !titles.has(title));
    if (isNew) flushSync(() => setTitles(new Set([...titles, ...wrong])));
  };
  return {
    first,
    titles,
    toggle: (title) => {
      const others = new Set([...titles].filter((each) => each !== title));
      setTitles(titles.has(title) ? others : new Set([...titles, title]));
    },
    showErrors: (errors) => showFor(pathsOf(errors)),
    showRefused: (error) => {
      if (error instanceof ApiError) showFor(linkIssues(error).map(({ path }) => path));
    },
    foldAll: () => setTitles(new Set()),
  };
}

function holds(title: SectionTitle, paths: readonly string[]): boolean {
  return paths.some((path) => fieldsOf[title].some((field) => path.startsWith(field)));
}

/** The paths of the wrong fields; of the options one level deeper. */
export function pathsOf({ options = {}, ...errors }: FieldErrors<LinkValues>): string[] {
  return [...Object.keys(errors), ...Object.keys(options).map((name) => `options.${name}`)];
}
