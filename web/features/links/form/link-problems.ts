import { toNestErrors } from '@hookform/resolvers';
import type { FieldErrors, Resolver } from 'react-hook-form';
import {
  aliasPattern,
  bareUrl,
  linkComplaints,
  longestAlias,
  longestUrl,
  mostClicks,
  namesOfTexts,
  passwordLength,
  previewTexts,
  tooLong,
  tooShort,
} from '#contract/links/link-limits';
import { typedAmountProblem } from '#web/features/events/amount.ts';
import type { LinkValues } from './link-form.ts';
import {
  hasCondition,
  type OptionValues,
  type RuleValues,
} from '#web/features/links/options/option-values.ts';
import {
  countries as knownCountries,
  languages as knownLanguages,
} from '#web/features/links/options/places.ts';
import { formTexts } from './notes.ts';

/** Shows validation errors at the fields of the link form. */
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
    ...namesOfTexts(formTexts).map((name) =>
      at([name], lengthProblem(values[name], formTexts[name])),
    ),
    ...optionProblems(values.options),
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

function optionProblems(values: OptionValues): (LinkProblem | null)[] {
  const { startsAt, expiresAfterClicks: clicks, rules } = values;
  const web = (['expiredUrl', 'iosFallbackUrl', 'androidFallbackUrl'] as const).map((field) =>
    optionAt([field], values[field].trim() === '' ? null : urlProblem(values[field])),
  );
  return [
    optionAt(['startsAt'], dateProblem(startsAt)),
    optionAt(['expiresAfterClicks'], clickProblem(clicks.trim())),
    optionAt(['password'], passwordProblem(values)),
    ...rules.flatMap((rule, index) => ruleProblems(rule, index)),
    ...web,
    ...namesOfTexts(previewTexts).map((name) =>
      optionAt([name], lengthProblem(values[name], previewTexts[name])),
    ),
  ];
}

function optionAt(path: LinkProblem['path'], message: string | null): LinkProblem | null {
  return at(['options', ...path], message);
}

function clickProblem(clicks: string): string | null {
  if (clicks === '') return null;
  const isCount = /^\d{1,10}$/.test(clicks) && Number(clicks) >= 1 && Number(clicks) <= mostClicks;
  return isCount ? null : linkComplaints.clicks;
}

function passwordProblem({ password: typed, removesPassword }: OptionValues): string | null {
  const { length } = [...typed];
  if (length === 0 || removesPassword) return null;
  if (length < passwordLength.min) return tooShort(passwordLength.min);
  return length > passwordLength.max ? tooLong(passwordLength.max) : null;
}

function ruleProblems(rule: RuleValues, index: number) {
  const { countries, languages, url } = rule;
  const unknownCountry = countries.find((code) => knownCountries.nameOf(code) === null);
  const unknownLanguage = languages.find((code) => knownLanguages.nameOf(code) === null);
  const field = (name: string, message: string | null) => optionAt(['rules', index, name], message);
  return [
    field('devices', hasCondition(rule) ? null : linkComplaints.emptyRule),
    field(
      'countries',
      unknownCountry === undefined ? null : `No country is called ${unknownCountry}`,
    ),
    field(
      'languages',
      unknownLanguage === undefined ? null : `No language is called ${unknownLanguage}`,
    ),
    field('url', urlProblem(url)),
  ];
}

/** The error of a local time from a `datetime-local` field; null when it is valid. */
function dateProblem(time: string): string | null {
  return time !== '' && Number.isNaN(Date.parse(time)) ? linkComplaints.time : null;
}

/** The error of a text with more than `maxLength` characters; null when it is valid. */
function lengthProblem(text: string, maxLength: number): string | null {
  return [...text.trim()].length > maxLength ? tooLong(maxLength) : null;
}
