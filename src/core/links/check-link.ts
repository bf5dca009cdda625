import { type Currency, isCents, maxCents } from '#core/shared/money';
import { invalid, type Issue, Refusal } from '#core/shared/refusal';
import { readAlias } from './names/alias.ts';
import { checkOptions, type OptionsInput } from './options/check-options.ts';
import { optionUrls } from './options/destinations.ts';
import type { OptionsChange } from './options/link-options.ts';
import { readText } from './read-text.ts';
import type { ExplainDestination, ReadDestination } from './destination.ts';
import { checkLabels, type LabelsInput } from './labels.ts';
import type { Link } from './link.ts';
import type { IsReserved } from './names/reserved-words.ts';

/** What an owner may set on a link. `undefined` leaves a field as it is. */
export type LinkInput = LabelsInput &
  OptionsInput & {
    readonly originalUrl?: string | undefined;
    /** Null or blank removes the alias. The link stays reachable under the former alias. */
    readonly customAlias?: string | null | undefined;
    /** The host of one of the account's proven domains; null: the instance's own short host. */
    readonly domain?: string | null | undefined;
    readonly title?: string | null | undefined;
    readonly description?: string | null | undefined;
    readonly notes?: string | null | undefined;
    readonly expiresAt?: Date | null | undefined;
    readonly isActive?: boolean | undefined;
    readonly trackClicks?: boolean | undefined;
    readonly trackConversions?: boolean | undefined;
    readonly autoTrackProfit?: boolean | undefined;
    readonly profitPerSaleCents?: number | null | undefined;
    readonly profitPerSaleCurrency?: Currency | undefined;
    readonly splitTestEnabled?: boolean | undefined;
    readonly splitTestUrls?: readonly string[] | undefined;
  };

/** Input that holds to the rules: only what it names, in the form in which it is stored. */
export type LinkChange = Partial<
  Pick<
    Link,
    | 'originalUrl'
    | 'customAlias'
    | 'domain'
    | 'title'
    | 'description'
    | 'notes'
    | 'expiresAt'
    | 'isActive'
    | 'trackClicks'
    | 'trackConversions'
    | 'autoTrackProfit'
    | 'profitPerSaleCents'
    | 'profitPerSaleCurrency'
    | 'splitTestEnabled'
    | 'splitTestUrls'
  >
> &
  OptionsChange;

/** The rules of this instance, in addition to the general ones. */
export type LinkRules = {
  readonly readDestination: ReadDestination;
  readonly explainDestination: ExplainDestination;
  readonly isReserved: IsReserved;
  /** Whether the operator blocks a destination. */
  readonly blocksUrl: (href: string) => boolean;
};

const maxSplitTestUrls = 4;
const maxTitleLength = 200;
const maxDescriptionLength = 1000;
const maxNotesLength = 5000;

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
    if (input.splitTestUrls.length > maxSplitTestUrls) {
      addIssue('splitTestUrls', `Use at most ${maxSplitTestUrls} split test URLs`);
    } else {
      change.splitTestUrls = input.splitTestUrls.map((url, at) =>
        readAt(url, `splitTestUrls.${at}`),
      );
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
  if (input.title !== undefined) {
    change.title = readText(input.title, maxTitleLength, (message) => addIssue('title', message));
  }
  if (input.description !== undefined) {
    change.description = readText(input.description, maxDescriptionLength, (message) =>
      addIssue('description', message),
    );
  }
  if (input.notes !== undefined) {
    change.notes = readText(input.notes, maxNotesLength, (message) => addIssue('notes', message));
  }
  return change;
}

function checkSettings(input: LinkInput, addIssue: AddIssue): LinkChange {
  const { expiresAt, isActive, trackClicks, trackConversions, autoTrackProfit } = input;
  const { profitPerSaleCents, profitPerSaleCurrency, splitTestEnabled } = input;
  if (typeof profitPerSaleCents === 'number' && !isCents(profitPerSaleCents)) {
    addIssue('profitPerSale', profitMessage(profitPerSaleCents));
  }
  return {
    ...(expiresAt !== undefined && { expiresAt }),
    ...(isActive !== undefined && { isActive }),
    ...(trackClicks !== undefined && { trackClicks }),
    ...(trackConversions !== undefined && { trackConversions }),
    ...(autoTrackProfit !== undefined && { autoTrackProfit }),
    ...(profitPerSaleCents !== undefined && { profitPerSaleCents }),
    ...(profitPerSaleCurrency !== undefined && { profitPerSaleCurrency }),
    ...(splitTestEnabled !== undefined && { splitTestEnabled }),
  };
}

function profitMessage(amountCents: number): string {
  if (amountCents < 0) return 'Profit must be positive';
  return amountCents > maxCents ? 'Profit is too large' : 'Profit must be in whole cents';
}
