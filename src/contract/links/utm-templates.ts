import * as z from 'zod/mini';
import { id, optionalLine } from '#contract/fields';
import { LabelName } from './labels.ts';
import { longestUtmValue } from './link-limits.ts';
import { listOf, PageQuery } from '#contract/paging';
import { route } from '#contract/route';

/** Limit of templates of one account. */
export const mostUtmTemplates = 50;

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

/** What an owner changes of a template. Absent fields stay as they are. */
const UtmTemplateChanges = z.partial(z.omit(UtmTemplate, { id: true }));
/** A new template. Absent parameters are empty. */
const NewUtmTemplate = z.extend(UtmTemplateChanges, { name: LabelName });
export type NewUtmTemplate = z.output<typeof NewUtmTemplate>;

export const listUtmTemplates = route('GET /api/v1/utm-templates', {
  scope: 'links:read',
  summary: 'List UTM templates',
  query: PageQuery,
  answer: listOf(UtmTemplate),
});
export const addUtmTemplate = route('POST /api/v1/utm-templates', {
  scope: 'links:write',
  summary: 'Add a UTM template',
  errors: ['conflict'],
  example: { name: 'Newsletter', utm_source: 'newsletter', utm_medium: 'email' },
  body: NewUtmTemplate,
  status: 201,
  answer: UtmTemplate,
});
export const changeUtmTemplate = route('PATCH /api/v1/utm-templates/:id', {
  scope: 'links:write',
  summary: 'Change a UTM template',
  errors: ['conflict'],
  example: { utm_campaign: 'spring' },
  body: UtmTemplateChanges,
  answer: UtmTemplate,
});
export const removeUtmTemplate = route('DELETE /api/v1/utm-templates/:id', {
  scope: 'links:write',
  summary: 'Remove a UTM template',
});
