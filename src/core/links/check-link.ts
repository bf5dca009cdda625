import { linkTexts, mostSplitTestUrls, namesOfTexts } from '#contract/links/link-limits';
import { amountProblem } from '#contract/money';
import { invalid, type Issue, Refusal } from '#core/shared/refusal';
import { readAlias } from './names/alias.ts';
import { readText } from './read-text.ts';
import { checkOptions } from './options/check-options.ts';
import { optionUrls } from './options/destinations.ts';
import type { ExplainDestination, ReadDestination } from './destination.ts';
import { checkLabels } from './labels.ts';
import type { LinkChange, LinkInput } from './link.ts';
import type { IsReserved } from './names/reserved-words.ts';

/** The rules of this instance, in addition to the general ones. */
export type LinkRules = {
  readonly readDestination: ReadDestination;
  readonly explainDestination: ExplainDestination;
  readonly isReserved: IsReserved;
  /** Whether the operator blocks a destination. */
  readonly blocksUrl: (href: string) => boolean;
};

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
type AddIssue = (path: string, message: string) => void;

/**
 * Checks input against the rules; refuses with `invalid` and every issue found, in field order, and
 * with `blocked` for a destination that the operator does not allow.
 */
export function checkLink(input: LinkInput, rules: LinkRules): LinkChange {
  const issues: Issue[] = [];
  const addIssue: AddIssue = (path, message) => issues.push({ path, message });
  const change = {
    ...checkDestinations(input, rules, addIssue),
    ...checkNames(input, rules.isReserved, addIssue),
    ...checkSettings(input, addIssue),
    ...checkOptions(input, rules, addIssue),
  };
  checkLabels(input, addIssue);
  const [first, ...rest] = issues;
  if (first) throw invalid(first, ...rest);
  refuseBlocked(change, rules.blocksUrl);
  return change;
}

function refuseBlocked(change: LinkChange, blocksUrl: LinkRules['blocksUrl']): void {
  const message = 'This destination is not allowed';
  const split = (change.splitTestUrls ?? []).map(
    (url, at) => [`splitTestUrls.${at}`, url] as const,
  );
  const urls = [
    ['originalUrl', change.originalUrl ?? ''] as const,
    ...split,
    ...optionUrls(change),
  ];
  const issues = urls
    .filter(([, url]) => url !== '' && blocksUrl(url))
    .map(([path]) => ({ path, message }));
  if (issues.length > 0) throw new Refusal('blocked', message, { issues });
}

function checkDestinations(input: LinkInput, rules: LinkRules, addIssue: AddIssue): LinkChange {
  const change: Mutable<LinkChange> = {};
  const readAt = (typed: string, path: string): string => {
    const destination = rules.readDestination(typed);
    if (destination === null) addIssue(path, rules.explainDestination(typed));
    return destination ?? '';
  };

  if (input.originalUrl !== undefined)
    change.originalUrl = readAt(input.originalUrl, 'originalUrl');
  if (input.splitTestUrls !== undefined) {
    const urls = input.splitTestUrls ?? [];
    if (urls.length > mostSplitTestUrls) {
      addIssue('splitTestUrls', `Use at most ${mostSplitTestUrls} split test URLs`);
    } else {
      change.splitTestUrls = urls.map((url, at) => readAt(url, `splitTestUrls.${at}`));
    }
  }
  return change;
}

function checkNames(input: LinkInput, isReserved: IsReserved, addIssue: AddIssue): LinkChange {
  const change: Mutable<LinkChange> = {};
  if (input.customAlias !== undefined) {
    const alias = readAlias(input.customAlias, isReserved);
    if (alias.kind === 'refused') addIssue('customAlias', alias.message);
    change.customAlias = alias.kind === 'alias' ? alias.alias : null;
  }
  for (const name of namesOfTexts(linkTexts)) {
    const typed = input[name];
    if (typed === undefined) continue;
    change[name] = readText(typed, linkTexts[name], (message) => addIssue(name, message));
  }
  return change;
}

/** Settings that are stored as they are sent. */
const settings = [
  'externalId',
  'expiresAt',
  'isActive',
  'trackClicks',
  'trackConversions',
  'autoTrackProfit',
  'profitPerSaleCents',
  'profitPerSaleCurrency',
  'splitTestEnabled',
] as const satisfies readonly (keyof LinkChange)[];

function checkSettings(input: LinkInput, addIssue: AddIssue): LinkChange {
  const { profitPerSaleCents: cents } = input;
  const problem = typeof cents === 'number' ? amountProblem('Profit', cents) : null;
  if (problem !== null) addIssue('profitPerSale', problem);
  const sent = settings.filter((name) => input[name] !== undefined);
  return Object.fromEntries(sent.map((name) => [name, input[name]]));
}
