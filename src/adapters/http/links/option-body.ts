import { z } from 'zod';
import type { OptionsInput } from '#core/links/options/check-options';
import { dateOf, instant } from './instant.ts';

const url = z.string('Please enter a valid URL').nullish();
const text = z.string('Must be text').nullish();
const list = z.array(z.string('Must be text'), 'Must be a list').optional();

const rule = z.object({
  id: z.number('Use the id that the rule has').nullish(),
  devices: list,
  systems: list,
  countries: list,
  languages: list,
  url: z.string('Please enter a valid URL'),
});

/** The options in the bodies of POST and PUT. */
export const optionFields = {
  startsAt: instant,
  expiresAfterClicks: z.number('Use a whole number from 1 to 1,000,000,000').nullish(),
  expiredUrl: url,
  password: text,
  rules: z.array(rule, 'Must be a list of rules').nullish(),
  passQuery: z.boolean('Must be true or false').optional(),
  iosUrl: url,
  iosFallbackUrl: url,
  androidUrl: url,
  androidFallbackUrl: url,
  previewTitle: text,
  previewText: text,
};

type OptionsBody = z.infer<z.ZodObject<typeof optionFields>>;

export function optionsInput(body: OptionsBody): OptionsInput {
  return {
    startsAt: dateOf(body.startsAt),
    expiresAfterClicks: body.expiresAfterClicks,
    expiredUrl: body.expiredUrl,
    password: body.password,
    rules: body.rules === null ? [] : body.rules,
    passQuery: body.passQuery,
    iosUrl: body.iosUrl,
    iosFallbackUrl: body.iosFallbackUrl,
    androidUrl: body.androidUrl,
    androidFallbackUrl: body.androidFallbackUrl,
    previewTitle: body.previewTitle,
    previewText: body.previewText,
  };
}
