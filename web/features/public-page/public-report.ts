import type { QueryObserverResult } from '@tanstack/query-core';
import { atom } from 'jotai';
import type { AnswerJson } from '#contract/route';
import type { Routes } from '#contract/routes';
import { call, type PublicReport } from '#web/api.ts';
import { atomPer } from '#web/app/state/atom-per.ts';
import { reloadAtom } from '#web/app/state/client.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';
import { askedOf, type ReportQuestion } from '#web/features/analytics/report/question.ts';

/** The question to a shared report. The range counts where its owner lets visitors choose it. */
export type AskedPage = {
  readonly token: string;
  /** The dates that the visitor chose; null: the owner's. */
  readonly dates: Pick<ReportQuestion, 'range' | 'comparison'> | null;
  /** Whether its owner looks at it as visitors do. */
  readonly isPreview: boolean;
};

const usual = { range: { kind: 'preset', preset: '7d' }, comparison: 'none' } as const;

/** Begins the keys of everything that the password opens. */
export const pageKey = (token: string) => ['public page', token];

/** The parameters that each question to a page has. */
export function parametersOf({ dates, isPreview }: Omit<AskedPage, 'token'>) {
  const asked = askedOf({ ...(dates ?? usual), filters: {} });
  const chosen = dates ? asked : { tz: asked.tz };
  return { ...chosen, ...(isPreview && { preview: 'true' }) };
}

const dateNames = ['range', 'from', 'compare'];

/** Whether the address names dates: then they are its visitor's. */
export function namesDates(searchParams: URLSearchParams): boolean {
  return dateNames.some((name) => searchParams.has(name));
}

type OwnersChoice = Pick<PublicReport, 'choosesDates' | 'dates' | 'first'>;

/**
 * The parameters that its owner chose and the address does not name: the measure, the currency, and
 * the dates where visitors may choose them.
 */
export function missingParameters(
  { choosesDates, dates, first }: OwnersChoice,
  searchParams: URLSearchParams,
): string {
  const owners = new URLSearchParams(first);
  if (choosesDates && !namesDates(searchParams)) {
    for (const [name, value] of new URLSearchParams(dates)) owners.set(name, value);
  }
  for (const name of searchParams.keys()) owners.delete(name);
  return owners.toString();
}

/** A report's numbers as everybody with the page's address sees them. */
export const publicReportQuery = atomPer<AskedPage, QueryObserverResult<PublicReport>>((page) => {
  const { token } = page;
  const query = parametersOf(page);
  return queryAtom(() => ({
    queryKey: [...pageKey(token), query],
    queryFn: () => call('GET /api/public/:token', { params: { token }, query }),
  }));
});

export type Cover = AnswerJson<Routes['GET /api/public/:token/cover']>;

/** What is known of a report that cannot be read. */
export const coverQuery = atomPer<string, QueryObserverResult<Cover>>((token) =>
  queryAtom(() => ({
    queryKey: ['cover of', token],
    queryFn: () => call('GET /api/public/:token/cover', { params: { token } }),
  })),
);

type Guess = { readonly token: string; readonly password: string };

/** Opens a page with a password, for this browser and for one hour. */
export const unlockAtom = atom(null, async (_, set, { token, password }: Guess): Promise<void> => {
  await call('POST /api/public/:token/unlock', { params: { token }, body: { password } });
  await set(reloadAtom, pageKey(token));
});
