import { type Currency, isCents, maxCents } from '#core/shared/money';
import { invalid, type Issue, Refusal } from '#core/shared/refusal';
import { readAlias } from './alias.ts';
import type { ExplainDestination, ReadDestination } from './destination.ts';
import type { Link } from './link.ts';
import type { IsReserved } from './reserved-words.ts';

/** What an owner may set on a link; undefined leaves it as it is. */
export type LinkWish = {
  readonly originalUrl?: string | undefined;
  /** Null or blank takes the alias away; the link still answers to it. */
  readonly customAlias?: string | null | undefined;
  readonly title?: string | null | undefined;
  readonly description?: string | null | undefined;
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

/** A wish that holds to the rules: only what it names, in the form in which it is stored. */
export type LinkChange = Partial<
  Pick<
    Link,
    | 'originalUrl'
    | 'customAlias'
    | 'title'
    | 'description'
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
>;

/** What this instance allows, beside the rules that hold everywhere. */
export type LinkRules = {
  readonly readDestination: ReadDestination;
  readonly explainDestination: ExplainDestination;
  readonly isReserved: IsReserved;
  /** Whether the operator does not allow a destination. */
  readonly blocksUrl: (href: string) => boolean;
};

const maxSplitTestUrls = 4;
const maxTitleLength = 200;
const maxDescriptionLength = 1000;

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
type Report = (path: string, message: string) => void;

/**
 * Holds a wish against the rules; refuses with `invalid` and every issue found, in field order, and
 * with `blocked` for a destination that the operator does not allow.
 */
export function checkLink(wish: LinkWish, rules: LinkRules): LinkChange {
  const issues: Issue[] = [];
  const report: Report = (path, message) => issues.push({ path, message });
  const change = {
    ...checkDestinations(wish, rules, report),
    ...checkNames(wish, rules.isReserved, report),
    ...checkSettings(wish, report),
  };
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
  const issues = [['originalUrl', change.originalUrl ?? ''] as const, ...split]
    .filter(([, url]) => url !== '' && blocksUrl(url))
    .map(([path]) => ({ path, message }));
  if (issues.length > 0) throw new Refusal('blocked', message, { issues });
}

function checkDestinations(wish: LinkWish, rules: LinkRules, report: Report): LinkChange {
  const change: Mutable<LinkChange> = {};
  const readAt = (typed: string, path: string): string => {
    const destination = rules.readDestination(typed);
    if (destination === null) report(path, rules.explainDestination(typed));
    return destination ?? '';
  };

  if (wish.originalUrl !== undefined) change.originalUrl = readAt(wish.originalUrl, 'originalUrl');
  if (wish.splitTestUrls !== undefined) {
    if (wish.splitTestUrls.length > maxSplitTestUrls) {
      report('splitTestUrls', `Use at most ${maxSplitTestUrls} split test URLs`);
    } else {
      change.splitTestUrls = wish.splitTestUrls.map((url, at) =>
        readAt(url, `splitTestUrls.${at}`),
      );
    }
  }
  return change;
}

function checkNames(wish: LinkWish, isReserved: IsReserved, report: Report): LinkChange {
  const change: Mutable<LinkChange> = {};
  if (wish.customAlias !== undefined) {
    const alias = readAlias(wish.customAlias, isReserved);
    if (alias.kind === 'refused') report('customAlias', alias.message);
    change.customAlias = alias.kind === 'alias' ? alias.alias : null;
  }
  if (wish.title !== undefined) {
    change.title = readText(wish.title, maxTitleLength, (message) => report('title', message));
  }
  if (wish.description !== undefined) {
    change.description = readText(wish.description, maxDescriptionLength, (message) =>
      report('description', message),
    );
  }
  return change;
}

function checkSettings(wish: LinkWish, report: Report): LinkChange {
  const { expiresAt, isActive, trackClicks, trackConversions, autoTrackProfit } = wish;
  const { profitPerSaleCents, profitPerSaleCurrency, splitTestEnabled } = wish;
  if (typeof profitPerSaleCents === 'number' && !isCents(profitPerSaleCents)) {
    report('profitPerSale', profitMessage(profitPerSaleCents));
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

/** Trimmed; blank is null. Counted in characters as the database counts them. */
function readText(
  text: string | null,
  maxLength: number,
  report: (message: string) => void,
): string | null {
  const trimmed = text?.trim() ?? '';
  if (trimmed.length > 2 * maxLength || [...trimmed].length > maxLength) {
    report(`Use at most ${maxLength} characters`);
  } else if (!trimmed.isWellFormed() || trimmed.includes('\0')) {
    report('Use plain text only');
  }
  return trimmed || null;
}
