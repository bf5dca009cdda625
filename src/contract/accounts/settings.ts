import * as z from 'zod/mini';
import { route } from '#contract/route';

const flag = z.boolean('Must be true or false');

/** Limit of the expiry of new links, in days. */
export const mostExpirationDays = 3650;
/** The message for a number of days that is not whole, too small or too large. */
export const wholeDays = `Enter whole days from 1 to ${mostExpirationDays}, or leave it empty`;

/** The initial settings of an account's new links. */
export const LinkDefaults = z.object(
  {
    trackClicks: flag,
    trackConversions: flag,
    /** A new link expires this many periods of 24 hours after its creation; null: never. */
    expirationDays: z.nullable(
      z
        .int({
          error: ({ input }) =>
            typeof input === 'number' ? wholeDays : 'Must be a number of days',
        })
        .check(z.gte(1, wholeDays), z.lte(mostExpirationDays, wholeDays)),
    ),
  },
  'Must be an object',
);
export type LinkDefaults = z.output<typeof LinkDefaults>;
export const LinkDefaultsChanges = z.partial(LinkDefaults);
export type LinkDefaultsChanges = z.output<typeof LinkDefaultsChanges>;

/** Which notices a person wants, and how. */
export const Preferences = z.object(
  {
    /** Whether to send notices by mail too. Mails about the account's security are always sent. */
    email: flag,
    /** Whether to create notices of conversions. */
    conversionAlerts: flag,
  },
  'Must be an object',
);
export type Preferences = z.output<typeof Preferences>;
export const PreferencesChanges = z.partial(Preferences);
export type PreferencesChanges = z.output<typeof PreferencesChanges>;

/** A person's settings of their account. */
export const Settings = z.object({
  linkDefaults: LinkDefaults,
  notifications: Preferences,
  /** Whether this instance checks destinations every week. */
  checksDestinations: z.boolean(),
});
export type Settings = z.output<typeof Settings>;

/** Absent fields stay as they are. */
const SettingsChanges = z.object({
  linkDefaults: z.optional(LinkDefaultsChanges),
  notifications: z.optional(PreferencesChanges),
});

export const readSettings = route('GET /api/v1/settings', {
  scope: 'account:read',
  answer: Settings,
});
export const changeSettings = route('PATCH /api/v1/settings', {
  scope: 'account:write',
  example: { linkDefaults: { trackClicks: true } },
  body: SettingsChanges,
  answer: Settings,
});
