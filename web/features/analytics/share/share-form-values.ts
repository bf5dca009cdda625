import * as z from 'zod/mini';
import { longestReportName, NewPagePassword } from '#contract/shared-reports/shared-reports';
import { localDay } from '#web/features/address/ranges.ts';
import { askedOf, type ReportQuestion } from '#web/features/analytics/report/question.ts';
import type { Measure } from '#contract/analytics/measures';
import { filled } from '#web/forms/fields.ts';
import type { SharedReport } from './shared-reports.ts';

/** Chosen colours. The first one is Waypost's own. */
export const colors = [
  { value: '', label: 'Waypost' },
  { value: '#7aa2ff', label: 'Blue' },
  { value: '#f08c3a', label: 'Orange' },
  { value: '#2fb5ac', label: 'Teal' },
  { value: '#a277f2', label: 'Purple' },
  { value: '#f2555a', label: 'Red' },
] as const;

const lastSecond = 'T23:59:59';

export const schema = z
  .object({
    name: filled('Enter a name for the report'),
    isMoving: z.boolean(),
    choosesDates: z.boolean(),
    showsMoney: z.boolean(),
    hasPassword: z.boolean(),
    password: z.string(),
    /** The last day on which it can be read, in the person's zone; empty: it does not end. */
    lastDay: z.string(),
    sender: z.string(),
    color: z.string(),
    showsLogo: z.boolean(),
    hosts: z.string(),
    /** The host of one of the account's domains; empty: Waypost's own; null: not chosen. */
    domain: z.nullable(z.string()),
    /** Whether there is a password already, which an empty field keeps. */
    hadPassword: z.boolean(),
  })
  .check(
    ({ value, issues }) => {
      const { hasPassword, hadPassword, password } = value;
      if (!hasPassword || (hadPassword && password === '')) return;
      for (const { message } of NewPagePassword.safeParse(password).error?.issues ?? []) {
        issues.push({ code: 'custom', input: value, path: ['password'], message });
      }
    },
    z.refine(({ name }) => name.length <= longestReportName, {
      path: ['name'],
      error: `The name must be at most ${longestReportName} characters`,
    }),
  );
export type Values = z.infer<typeof schema>;

/** The values of the form for a report; null: for a new one. */
export function valuesOf(report: SharedReport | null): Values {
  return {
    name: report?.name ?? '',
    isMoving: true,
    choosesDates: report?.choosesDates ?? false,
    showsMoney: report?.showsMoney ?? false,
    hasPassword: report?.hasPassword ?? false,
    hadPassword: report?.hasPassword ?? false,
    password: '',
    lastDay: report?.expiresAt ? localDay(new Date(report.expiresAt)) : '',
    sender: report?.sender ?? '',
    color: report?.color ?? '',
    showsLogo: report?.showsLogo ?? false,
    hosts: report?.hosts.join(' ') ?? '',
    domain: null,
  };
}

/** What is sent of a form's values for a report, apart from its question; null: for a new one. */
export function bodyOf(values: Values, report: SharedReport | null) {
  const { hasPassword, hadPassword, password, lastDay, color, hosts } = values;
  const { name, choosesDates, showsMoney, sender, showsLogo, domain } = values;
  return {
    ...{ name, choosesDates, showsMoney, sender, showsLogo },
    color: color === '' ? null : color,
    ...(domain !== null && { domain: domain === '' ? null : domain }),
    // An end that stays is kept to the second: another program or zone may have chosen it.
    ...(lastDay !== valuesOf(report).lastDay && {
      expiresAt: lastDay === '' ? null : new Date(`${lastDay}${lastSecond}`).toISOString(),
    }),
    hosts: hosts.split(/[\s,]+/).filter((host) => host !== ''),
    ...(hasPassword && password !== '' && { password }),
    ...(!hasPassword && hadPassword && { password: null }),
  };
}

/**
 * The parameters of a question and the measure, as a shared report keeps them. Its days are those of the
 * zone; absent: of the browser's.
 */
export function queryOf(question: ReportQuestion, measure: Measure, zone?: string): string {
  const asked = { ...askedOf(question, zone), ...(measure !== 'clicks' && { measure }) };
  const fields = Object.entries(asked).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, value]),
  );
  return new URLSearchParams(fields).toString();
}
