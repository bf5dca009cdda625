import { z } from 'zod';
import type { LinkInput } from '#core/links/check-link';
import type { NewLinkInput } from '#core/links/create-link';
import { dateOf, instant } from './instant.ts';
import { optionFields, optionsInput } from './option-body.ts';
import { currencies } from '#core/shared/money';

const url = z.string('Please enter a valid URL');
const flag = z.boolean('Must be true or false').optional();
const text = z.string('Must be text').nullish();

const settings = {
  customAlias: z.string('Use letters, numbers, hyphens and underscores only').nullish(),
  domain: z
    .string('Choose one of your connected domains')
    .max(253, 'Choose one of your connected domains')
    .nullish(),
  title: text,
  description: text,
  notes: text,
  tags: z.array(z.string('Send the names or ids of tags'), 'Must be a list of tags').nullish(),
  folder: z.string('Send the name or id of a folder').nullish(),
  expiresAt: instant,
  trackClicks: flag,
  trackConversions: flag,
  autoTrackProfit: flag,
  profitPerSale: z.number('Profit must be a number of cents').nullish(),
  profitPerSaleCurrency: z.enum(currencies, `Choose one of ${currencies.join(', ')}`).optional(),
  splitTestEnabled: flag,
  splitTestUrls: z.array(url, 'Must be a list of URLs').nullish(),
  ...optionFields,
};

/** The body of POST /api/links. Other fields are ignored. */
export const newLinkBody = z.object({ originalUrl: url, ...settings });

/** The body of PUT /api/links/{id}. Absent fields stay as they are. */
export const linkEditBody = z.object({
  originalUrl: url.optional(),
  isActive: flag,
  ...settings,
});

export function newLinkInput(body: z.infer<typeof newLinkBody>): NewLinkInput {
  return { originalUrl: body.originalUrl, ...settingsInput(body) };
}

export function linkEditInput(body: z.infer<typeof linkEditBody>): LinkInput {
  const { originalUrl, isActive } = body;
  return { originalUrl, isActive, ...settingsInput(body) };
}

function settingsInput(body: Omit<z.infer<typeof newLinkBody>, 'originalUrl'>) {
  return {
    customAlias: body.customAlias,
    domain: body.domain,
    title: body.title,
    description: body.description,
    notes: body.notes,
    tags: body.tags === null ? [] : body.tags,
    folder: body.folder,
    expiresAt: dateOf(body.expiresAt),
    trackClicks: body.trackClicks,
    trackConversions: body.trackConversions,
    autoTrackProfit: body.autoTrackProfit,
    profitPerSaleCents: body.profitPerSale,
    profitPerSaleCurrency: body.profitPerSaleCurrency,
    splitTestEnabled: body.splitTestEnabled,
    splitTestUrls: body.splitTestUrls === null ? [] : body.splitTestUrls,
    ...optionsInput(body),
  };
}
