import type { Link } from '#web/api.ts';
import type { LinkValues } from '#web/features/links/form/link-form.ts';
import { centsOf } from '#web/features/events/amount.ts';
import { hasCondition, instantOf, wishedRule } from '#web/features/links/options/option-values.ts';
import { ruleName } from '#web/features/links/options/rule-name.ts';
import { utmNames, utmOf } from '#web/features/links/utm/utm.ts';
import { counted, momentLabel, moneyIn, withoutScheme } from '#web/format.ts';

/** What is stored of the form's link and is not among its values. */
export type Stored = Pick<Link, 'hasPassword' | 'previewPicture'>;

/** What is set in a section, in a few words each; empty: nothing. */
export type Summary = (values: LinkValues, stored: Stored) => readonly string[];

export const nameSummary: Summary = ({ title, tags, folder, notes }) =>
  present(title, ...tags, folder, notes.trim() && 'Notes');

export const utmSummary: Summary = ({ originalUrl, options }) => {
  const utm = utmOf(originalUrl);
  return present(
    ...utmNames.map((name) => utm[name]),
    options.passQuery && 'Passes the parameters of the visit',
  );
};

export const scheduleSummary: Summary = ({ isActive, expiresAt, options }) =>
  present(
    !isActive && 'Paused',
    clock('From', options.startsAt),
    clock('Until', expiresAt),
    clicksWords(options.expiresAfterClicks.trim()),
    options.expiredUrl.trim() && `Then ${withoutScheme(options.expiredUrl.trim())}`,
  );

export const accessSummary: Summary = ({ options }, { hasPassword }) =>
  present((options.password !== '' || hasPassword) && !options.removesPassword && 'Password');

export const rulesSummary: Summary = ({ options }) =>
  options.rules.map((rule) =>
    hasCondition(rule)
      ? `${ruleName(wishedRule(rule))} to ${withoutScheme(rule.url.trim()) || '…'}`
      : 'A rule without a condition',
  );

export const appsSummary: Summary = ({ options }) =>
  present(options.iosUrl.trim() && 'iOS', options.androidUrl.trim() && 'Android');

export const previewSummary: Summary = ({ options }, { previewPicture }) => {
  const own = present(
    options.previewTitle.trim() && 'title',
    options.previewText.trim() && 'text',
    previewPicture && 'picture',
  );
  return own.length === 0 ? [] : [`Own ${listed(own)}`];
};

export const conversionsSummary: Summary = (values) => {
  const { trackClicks, trackConversions, autoTrackProfit, profitPerSale } = values;
  const cents = centsOf(profitPerSale) ?? Number.NaN;
  const isAutomatic = trackConversions && autoTrackProfit && Number.isFinite(cents);
  return present(
    !trackClicks && 'Clicks are not tracked',
    trackConversions && 'Tracked',
    isAutomatic && `${moneyIn(cents, values.profitPerSaleCurrency)} profit a sale`,
  );
};

function present(...words: readonly (string | false | null | undefined)[]): string[] {
  return words.filter((word) => typeof word === 'string').filter((word) => word.trim() !== '');
}

function clock(word: string, local: string): string | null {
  const instant = instantOf(local);
  return instant === null ? null : `${word} ${momentLabel(instant)}`;
}

function clicksWords(clicks: string): string | null {
  return /^\d+$/.test(clicks) ? `After ${counted(Number(clicks), 'click')}` : null;
}

/** `title`, `title and text`, `title, text and picture`. */
function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}
