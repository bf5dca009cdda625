import { toNestErrors } from '@hookform/resolvers';
import type { FieldErrors, Resolver } from 'react-hook-form';
import {
  aliasPattern,
  bareUrl,
  linkComplaints,
  linkTexts,
  longestAlias,
  longestUrl,
  namesOfTexts,
  tooLong,
} from '#contract/link-limits';
import { typedAmountProblem } from '#web/features/events/amount.ts';
import {
  dateProblem,
  lengthProblem,
  optionProblems,
} from '#web/features/links/options/option-problems.ts';
import type { LinkValues } from './link-form.ts';

/** Says at the fields of the link form what is wrong. */
export const linkResolver: Resolver<LinkValues> = (values, _, options) => {
  const problems = linkProblems(values);
  if (problems.length === 0) return { values, errors: {} };
  const errors: FieldErrors = {};
  for (const { path, message } of problems) errors[path.join('.')] = { type: 'problem', message };
  return { values: {}, errors: toNestErrors(errors, options) };
};

/** A validation error of the link form. */
type LinkProblem = { readonly path: readonly (string | number)[]; readonly message: string };

/**
 * Validates the visible fields. The server validates again and checks more, for example taken
 * aliases and its own hosts.
 */
export function linkProblems(values: LinkValues): readonly LinkProblem[] {
  const { splitTestEnabled, trackConversions, autoTrackProfit } = values;
  return [
    at(['originalUrl'], urlProblem(values.originalUrl)),
    at(['customAlias'], aliasProblem(values.customAlias.trim())),
    ...(trackConversions && autoTrackProfit
      ? [at(['profitPerSale'], profitProblem(values.profitPerSale))]
      : []),
    ...(splitTestEnabled ? destinationProblems(values.otherDestinations) : []),
    at(['expiresAt'], dateProblem(values.expiresAt)),
    ...namesOfTexts(linkTexts).map((name) =>
      at([name], lengthProblem(values[name], linkTexts[name])),
    ),
    ...optionProblems(values.options, urlProblem),
  ].filter((problem) => problem !== null);
}

function at(path: LinkProblem['path'], message: string | null): LinkProblem | null {
  return message === null ? null : { path, message };
}

function urlProblem(text: string): string | null {
  const typed = text.trim();
  if (typed.length > longestUrl) return linkComplaints.longUrl;
  const url = URL.parse(bareUrl.test(typed) ? `https://${typed}` : typed);
  const isWeb = url !== null && /^https?:$/.test(url.protocol);
  return isWeb ? null : linkComplaints.url;
}

function aliasProblem(alias: string): string | null {
  if (alias.length > longestAlias) return tooLong(longestAlias);
  return alias === '' || aliasPattern.test(alias) ? null : linkComplaints.alias;
}

function profitProblem(typed: string): string | null {
  if (typed.trim() === '') return linkComplaints.noProfit;
  return typedAmountProblem('Profit', typed);
}

function destinationProblems(others: LinkValues['otherDestinations']) {
  const filled = others.map(({ url }) => url.trim() !== '');
  if (!filled.includes(true)) {
    return [at(['otherDestinations', 0, 'url'], linkComplaints.fewDestinations)];
  }
  return others.map(({ url }, index) =>
    filled[index] === true ? at(['otherDestinations', index, 'url'], urlProblem(url)) : null,
  );
}
