import {
  linkComplaints,
  mostClicks,
  namesOfTexts,
  passwordLength,
  previewTexts,
  tooLong,
  tooShort,
} from '#contract/link-limits';
import { hasCondition, type OptionValues, type RuleValues } from './option-values.ts';
import { countries as knownCountries, languages as knownLanguages } from './places.ts';

type OptionProblem = { readonly path: readonly (string | number)[]; readonly message: string };
/** Explains what is wrong with an address; null: nothing is. */
type UrlProblem = (text: string) => string | null;

/** Validates the options. The server validates again. */
export function optionProblems(values: OptionValues, urlProblem: UrlProblem): OptionProblem[] {
  const { startsAt, expiresAfterClicks: clicks, rules } = values;
  const web = (['expiredUrl', 'iosFallbackUrl', 'androidFallbackUrl'] as const).map((field) =>
    at([field], values[field].trim() === '' ? null : urlProblem(values[field])),
  );
  return [
    at(['startsAt'], dateProblem(startsAt)),
    at(['expiresAfterClicks'], clickProblem(clicks.trim())),
    at(['password'], passwordProblem(values)),
    ...rules.flatMap((rule, index) => ruleProblems(rule, index, urlProblem)),
    ...web,
    ...namesOfTexts(previewTexts).map((name) =>
      at([name], lengthProblem(values[name], previewTexts[name])),
    ),
  ].filter((problem) => problem !== null);
}

function at(path: readonly (string | number)[], message: string | null): OptionProblem | null {
  return message === null ? null : { path: ['options', ...path], message };
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

function ruleProblems(rule: RuleValues, index: number, urlProblem: UrlProblem) {
  const { countries, languages, url } = rule;
  const unknownCountry = countries.find((code) => knownCountries.nameOf(code) === null);
  const unknownLanguage = languages.find((code) => knownLanguages.nameOf(code) === null);
  const field = (name: string, message: string | null) => at(['rules', index, name], message);
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

/** What is wrong with a local time, as a field for times gives it; null: nothing is. */
export function dateProblem(time: string): string | null {
  return time !== '' && Number.isNaN(Date.parse(time)) ? linkComplaints.time : null;
}

/** What is wrong with a text of more than `maxLength` characters; null: nothing is. */
export function lengthProblem(text: string, maxLength: number): string | null {
  return [...text.trim()].length > maxLength ? tooLong(maxLength) : null;
}
