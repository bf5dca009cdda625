import { linkTexts, longestAlias, longestUrl, namesOfTexts } from '#contract/link-limits';
import { maxCents } from '#contract/money';
import { majorUnitsOf } from '#web/features/events/amount.ts';
import {
  dateProblem,
  lengthProblem,
  optionProblems,
} from '#web/features/links/options/option-problems.ts';
import { noAmount } from '#web/forms/refusals.ts';
import type { LinkValues } from './link-schema.ts';

/** A validation error of the link form. */
type LinkProblem = { readonly path: readonly (string | number)[]; readonly message: string };

/** A host with a dot and an optional port, without a scheme. The server adds `https://`. */
const bareUrl = /^[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)+(:\d{1,5})?([/?#]|$)/u;

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
  if (typed.length > longestUrl) return 'Use a URL of at most 2,048 characters';
  const url = URL.parse(bareUrl.test(typed) ? `https://${typed}` : typed);
  const isWeb = url !== null && /^https?:$/.test(url.protocol);
  return isWeb ? null : 'Please enter a valid URL';
}

function aliasProblem(alias: string): string | null {
  if (alias.length > longestAlias) return `Use at most ${longestAlias} characters`;
  return /^[A-Za-z0-9_-]*$/.test(alias)
    ? null
    : 'Use letters, numbers, hyphens and underscores only';
}

function profitProblem(typed: string): string | null {
  if (typed.trim() === '') return 'Enter the profit per sale';
  const profit = majorUnitsOf(typed);
  if (Number.isNaN(profit)) return noAmount;
  if (profit < 0) return 'Profit must be positive';
  return profit * 100 > maxCents ? 'Profit is too large' : null;
}

function destinationProblems(others: LinkValues['otherDestinations']) {
  const filled = others.map(({ url }) => url.trim() !== '');
  if (!filled.includes(true)) {
    return [at(['otherDestinations', 0, 'url'], 'A split test needs at least two destinations')];
  }
  return others.map(({ url }, index) =>
    filled[index] === true ? at(['otherDestinations', index, 'url'], urlProblem(url)) : null,
  );
}
