import type { ExplainDestination, ReadDestination } from '#core/links/destination';
import { readText } from '#core/links/read-text';
import { readAppUrl } from './app-url.ts';
import { checkRules, type RuleInput } from './check-rules.ts';
import type { OptionsChange } from './link-options.ts';

/** The options that an owner may set. `undefined` leaves a field as it is, null removes it. */
export type OptionsInput = {
  readonly startsAt?: Date | null | undefined;
  readonly expiresAfterClicks?: number | null | undefined;
  /** Blank is like null, as in every address and text here. */
  readonly expiredUrl?: string | null | undefined;
  readonly password?: string | null | undefined;
  readonly rules?: readonly RuleInput[] | undefined;
  readonly passQuery?: boolean | undefined;
  readonly iosUrl?: string | null | undefined;
  readonly iosFallbackUrl?: string | null | undefined;
  readonly androidUrl?: string | null | undefined;
  readonly androidFallbackUrl?: string | null | undefined;
  readonly previewTitle?: string | null | undefined;
  readonly previewText?: string | null | undefined;
};

export type AddIssue = (path: string, message: string) => void;

export type UrlRules = {
  readonly readDestination: ReadDestination;
  readonly explainDestination: ExplainDestination;
};

/** Limit of clicks after which a link can expire. */
export const maxClickLimit = 1_000_000_000;
/** Lengths of a link's password, in characters. */
export const passwordLength = { min: 4, max: 128 };
export const maxPreviewTitle = 120;
export const maxPreviewText = 300;

/** Checks the options one by one; the password is checked here and hashed by the caller. */
export function checkOptions(
  input: OptionsInput,
  rules: UrlRules,
  addIssue: AddIssue,
): OptionsChange {
  const { startsAt, expiresAfterClicks, passQuery } = input;
  checkClickLimit(expiresAfterClicks, addIssue);
  checkPassword(input.password, addIssue);
  return {
    ...(startsAt !== undefined && { startsAt }),
    ...(expiresAfterClicks !== undefined && { expiresAfterClicks }),
    ...(passQuery !== undefined && { passQuery }),
    ...(input.rules !== undefined && { rules: checkRules(input.rules, rules, addIssue) }),
    ...checkUrls(input, rules, addIssue),
    ...checkPreview(input, addIssue),
  };
}

function checkClickLimit(clicks: number | null | undefined, addIssue: AddIssue): void {
  if (clicks === undefined || clicks === null) return;
  if (Number.isInteger(clicks) && clicks >= 1 && clicks <= maxClickLimit) return;
  addIssue('expiresAfterClicks', 'Use a whole number from 1 to 1,000,000,000');
}

function checkPassword(password: string | null | undefined, addIssue: AddIssue): void {
  if (password === undefined || password === null || password === '') return;
  const { min, max } = passwordLength;
  const length = password.length > 2 * max ? password.length : [...password].length;
  if (length < min) addIssue('password', `Use at least ${min} characters`);
  else if (length > max) addIssue('password', `Use at most ${max} characters`);
  else if (!password.isWellFormed()) addIssue('password', 'Use plain text only');
}

const urls = ['expiredUrl', 'iosFallbackUrl', 'androidFallbackUrl'] as const;
const apps = ['iosUrl', 'androidUrl'] as const;

function checkUrls(input: OptionsInput, rules: UrlRules, addIssue: AddIssue): OptionsChange {
  const { readDestination, explainDestination } = rules;
  const change: { -readonly [Key in keyof OptionsChange]: OptionsChange[Key] } = {};
  for (const field of urls) {
    const typed = input[field];
    if (typed === undefined) continue;
    change[field] = typed === null || typed.trim() === '' ? null : readDestination(typed);
    if (change[field] === null && typed?.trim()) addIssue(field, explainDestination(typed));
  }
  for (const field of apps) {
    const typed = input[field];
    if (typed === undefined) continue;
    const isBlank = typed === null || typed.trim() === '';
    change[field] = isBlank ? null : readAppUrl(typed, readDestination);
    if (change[field] === null && !isBlank) addIssue(field, explainApp(typed, explainDestination));
  }
  return change;
}

function explainApp(typed: string, explain: ExplainDestination): string {
  const message = explain(typed);
  return message === 'Please enter a valid URL'
    ? 'Enter a web address, or one with the scheme of the app: shop://item/5'
    : message;
}

function checkPreview(input: OptionsInput, addIssue: AddIssue): OptionsChange {
  const { previewTitle, previewText } = input;
  const read = (text: string | null, most: number, path: string): string | null =>
    readText(text, most, (message) => addIssue(path, message));
  return {
    ...(previewTitle !== undefined && {
      previewTitle: read(previewTitle, maxPreviewTitle, 'previewTitle'),
    }),
    ...(previewText !== undefined && {
      previewText: read(previewText, maxPreviewText, 'previewText'),
    }),
  };
}
