import { useAtomValue } from 'jotai';
import { createContext, use } from 'react';
import { aboutLink, questionAtom, type ReportQuestion } from './question.ts';

/** The link of a page about one link, also when the address names another; otherwise null. */
export const ReportLink = createContext<string | null>(null);

/** What the report on this page is asked. */
export function useReportQuestion(): ReportQuestion {
  const question = useAtomValue(questionAtom);
  const linkId = use(ReportLink);
  return linkId === null ? question : aboutLink(question, linkId);
}
