import * as z from 'zod/mini';
import { id, optionalLine } from '#contract/fields';
import { LabelName } from './labels.ts';
import { route } from '#contract/route';

/** Limit of templates of one account. */
export const mostUtmTemplates = 50;

/** Limit of the length of one parameter, in UTF-16 units. */
export const longestUtmValue = 200;

const value = optionalLine(longestUtmValue, `Use at most ${longestUtmValue} characters`);

/**
 * UTM parameters under a name, which is unique in the account without case. An empty parameter is
 * not set.
 */
export const UtmTemplate = z.object({
  id,
  name: LabelName,
  utm_source: value,
  utm_medium: value,
  utm_campaign: value,
  utm_term: value,
  utm_content: value,
});
export type UtmTemplate = z.output<typeof UtmTemplate>;

/** A template as its owner sends it. Absent parameters are empty. */
export const UtmTemplateFields = z.object({
  name: LabelName,
  utm_source: z._default(value, ''),
  utm_medium: z._default(value, ''),
  utm_campaign: z._default(value, ''),
  utm_term: z._default(value, ''),
  utm_content: z._default(value, ''),
});

export const listUtmTemplates = route('GET /api/utm-templates', { answer: z.array(UtmTemplate) });
export const addUtmTemplate = route('POST /api/utm-templates', {
  body: UtmTemplateFields,
  status: 201,
  answer: UtmTemplate,
});
export const replaceUtmTemplate = route('PUT /api/utm-templates/:id', {
  body: UtmTemplateFields,
  answer: UtmTemplate,
});
export const removeUtmTemplate = route('DELETE /api/utm-templates/:id', {});
