import { eachText, linkTexts } from '#contract/links/link-limits';
import type { LinkDefaults } from '#contract/accounts/settings';
import type { NewId, RandomBytes } from '#core/shared/ids';
import { defaultExpiry } from './link-defaults.ts';
import type { LinkChange, LinkInput } from './link.ts';
import type { NewLink } from './ports.ts';
import { noOptions } from './options/link-options.ts';
import type { IsReserved } from './names/reserved-words.ts';
import { newShortCode } from './names/short-code.ts';

const { clickLimitVersion: _version, clicksReachedAt: _reached, ...withoutLimits } = noOptions;

const noTexts = eachText(linkTexts, () => null);

/** The initial values of a new link. */
export const unset = {
  ...withoutLimits,
  originalUrl: '',
  trackClicks: true,
  expiresAt: null,
  autoTrackProfit: false,
  profitPerSaleCents: null,
  splitTestEnabled: false,
  splitTestUrls: [],
};

/** The fields of a new link. */
export type NewLinkInput = Omit<LinkInput, 'originalUrl' | 'isActive'> & {
  readonly originalUrl: string;
  /** The new link's id, when the caller has chosen it. */
  readonly id?: string | null;
};

/** The input, with the account's defaults for the fields that it does not have. */
export function completed(
  input: NewLinkInput,
  defaults: LinkDefaults,
  nowMs: number,
): NewLinkInput {
  return {
    ...input,
    trackClicks: input.trackClicks ?? defaults.trackClicks,
    trackConversions: input.trackConversions ?? defaults.trackConversions,
    expiresAt: input.expiresAt === undefined ? defaultExpiry(defaults, nowMs) : input.expiresAt,
  };
}

type Ports = {
  readonly rules: { readonly isReserved: IsReserved };
  readonly newId: NewId;
  readonly randomBytes: RandomBytes;
};

/** A new link of the account. Its random code is most probably free. */
export function newLink(
  ports: Ports,
  {
    userId,
    nowMs,
    chosenId,
  }: { readonly userId: string; readonly nowMs: number; readonly chosenId?: string | null },
  checked: LinkChange,
): NewLink {
  return {
    id: chosenId ?? ports.newId(nowMs),
    userId,
    ...unset,
    shortCode: newShortCode(ports.randomBytes, ports.rules.isReserved),
    customAlias: null,
    externalId: null,
    domain: null,
    ...noTexts,
    isActive: true,
    trackConversions: false,
    profitPerSaleCurrency: 'USD',
    importedClicks: null,
    createdAt: new Date(nowMs),
    ...checked,
  };
}
