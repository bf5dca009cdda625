import type { LinkOptionFields } from '#contract/links/link-fields';
import {
  linkComplaints,
  mostClicks,
  namesOfTexts,
  passwordLength,
  previewTexts,
  tooLong,
  tooShort,
} from '#contract/links/link-limits';
import type { ExplainDestination, ReadDestination } from '#core/links/destination';
import { readText } from '#core/links/read-text';
import type { LinkChange, LinkInput } from '#core/links/link';
import { readAppUrl } from './app-url.ts';
import { checkRules } from './check-rules.ts';

/** The options that an owner may set. `undefined` leaves a field as it is, null removes it. */
export type OptionsInput = Pick<LinkInput, keyof LinkOptionFields | 'password'>;

export type AddIssue = (path: string, message: string) => void;

export type UrlRules = {
  readonly readDestination: ReadDestination;
  readonly explainDestination: ExplainDestination;
};

/** Checks the options one by one; the password is checked here and hashed by the caller. */
export function checkOptions(input: OptionsInput, rules: UrlRules, addIssue: AddIssue): LinkChange {
  const { startsAt, expiresAfterClicks, passQuery } = input;
  checkClickLimit(expiresAfterClicks, addIssue);
  checkPassword(input.password, addIssue);
  return {
    ...(startsAt !== undefined && { startsAt }),
    ...(expiresAfterClicks !== undefined && { expiresAfterClicks }),
    ...(passQuery !== undefined && { passQuery }),
    ...(input.rules !== undefined && { rules: checkRules(input.rules ?? [], rules, addIssue) }),
    ...checkUrls(input, rules, addIssue),
    ...checkPreview(input, addIssue),
  };
}

function checkClickLimit(clicks: number | null | undefined, addIssue: AddIssue): void {
  if (clicks === undefined || clicks === null) return;
  if (Number.isInteger(clicks) && clicks >= 1 && clicks <= mostClicks) return;
  addIssue('expiresAfterClicks', linkComplaints.clicks);
}

function checkPassword(password: string | null | undefined, addIssue: AddIssue): void {
  if (password === undefined || password === null || password === '') return;
  const { min, max } = passwordLength;
  const length = password.length > 2 * max ? password.length : [...password].length;
  if (length < min) addIssue('password', tooShort(min));
  else if (length > max) addIssue('password', tooLong(max));
  else if (!password.isWellFormed()) addIssue('password', 'Use plain text only');
}

const urls = ['expiredUrl', 'iosFallbackUrl', 'androidFallbackUrl'] as const;
const apps = ['iosUrl', 'androidUrl'] as const;

function checkUrls(input: OptionsInput, rules: UrlRules, addIssue: AddIssue): LinkChange {
  const { readDestination, explainDestination } = rules;
  const change: { -readonly [Key in keyof LinkChange]: LinkChange[Key] } = {};
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
  return message === linkComplaints.url
    ? 'Enter a web address, or one with the scheme of the app: shop://item/5'
    : message;
}

function checkPreview(input: OptionsInput, addIssue: AddIssue): LinkChange {
  const change: { -readonly [Key in keyof LinkChange]: LinkChange[Key] } = {};
  for (const name of namesOfTexts(previewTexts)) {
    const typed = input[name];
    if (typed === undefined) continue;
    change[name] = readText(typed, previewTexts[name], (message) => addIssue(name, message));
  }
  return change;
}
