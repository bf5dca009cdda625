import { useAtomValue } from 'jotai';
import { createContext, use } from 'react';
import { aboutLink, questionAtom, type ReportQuestion } from './question.ts';

/** The link that the page is about, whatever its address asks; null on a page about all links. */
export const ReportLink = createContext<string | null>(null);

/** What the report on this page is asked. */
export function useReportQuestion(): ReportQuestion {
  const question = useAtomValue(questionAtom);
  const linkId = use(ReportLink);
  return linkId === null ? question : aboutLink(question, linkId);
}
