import * as z from 'zod/mini';
import { id, line, moment } from '#contract/fields';
import { listOf, PageQuery } from '#contract/paging';
import { route } from '#contract/route';
import { longestFilterValue, unlabelled } from './report-filters.ts';

/** The alerts of one account. */
export const mostAlerts = 20;
export const highestBound = 1_000_000_000;

/**
 * `silent`: the events stop, against their own rhythm. `limit`: a link has 80 percent of the clicks
 * after which it expires; of all links, also: the account has 90 percent of the links it may have.
 */
export const alertKinds = ['above', 'below', 'silent', 'limit'] as const;
type AlertKind = (typeof alertKinds)[number];

/** Whether alerts of this kind have `bound` and `per`. */
export function hasBound(kind: AlertKind): boolean {
  return kind === 'above' || kind === 'below';
}

export const alertMeasures = ['clicks', 'conversions'] as const;
export type AlertMeasure = (typeof alertMeasures)[number];
export const alertUnits = ['hour', 'day'] as const;

const boundMessage = `Enter a whole number from 1 to ${highestBound}`;
const bound = z.nullable(
  z.int(boundMessage).check(z.minimum(1, boundMessage), z.maximum(highestBound, boundMessage)),
);
const per = z.nullable(z.enum(alertUnits, 'Choose hour or day'));

/** What an alert counts: a link, a tag's links, or a utm_campaign; all null: the whole account. */
const subject = {
  linkId: z.nullable(id),
  tagId: z.nullable(id),
  campaign: z.nullable(
    line({
      missing: 'Enter a campaign',
      most: longestFilterValue,
      tooLong: `The campaign must be at most ${longestFilterValue} characters`,
    }).check(z.refine((name) => name !== unlabelled, 'Enter the name of a campaign')),
  ),
  measure: z.enum(alertMeasures, `Choose one of ${alertMeasures.join(', ')}`),
  kind: z.enum(alertKinds, `Choose one of ${alertKinds.join(', ')}`),
};

const settings = {
  /** More or fewer than this many raise the alert. Null for `silent` and `limit`. */
  bound,
  /** Null for `silent` and `limit`. */
  per,
  /** An IANA zone: its midnights divide the days. */
  timeZone: z
    .string('Enter an IANA time zone, such as UTC')
    .check(z.minLength(1, 'Enter an IANA time zone, such as UTC'), z.maxLength(64)),
  /** Whether it is mailed, beside the notice. */
  isMailed: z.boolean('Must be true or false'),
  isEnabled: z.boolean('Must be true or false'),
};

const Fields = z.object({ ...subject, ...settings });
export type AlertFields = z.output<typeof Fields>;

export const NewAlert = Fields.check(
  z.refine(
    ({ linkId, tagId, campaign }: AlertFields) =>
      [linkId, tagId, campaign].filter((each) => each !== null).length <= 1,
    { path: ['linkId'], error: 'Choose one of link, tag and campaign, or none' },
  ),
  z.refine(({ kind, bound: most }: AlertFields) => hasBound(kind) === (most !== null), {
    path: ['bound'],
    error: 'Enter a bound, and none for a silence or a limit',
  }),
  z.refine(({ kind, per: unit }: AlertFields) => hasBound(kind) === (unit !== null), {
    path: ['per'],
    error: 'Choose hour or day, and neither for a silence or a limit',
  }),
  z.refine(({ kind, campaign }: AlertFields) => kind !== 'limit' || campaign === null, {
    path: ['campaign'],
    error: 'A campaign has no limit: choose a link, a tag or all links',
  }),
  z.refine(({ kind, measure }: AlertFields) => kind !== 'limit' || measure === 'clicks', {
    path: ['measure'],
    error: 'Conversions have no limit: choose clicks',
  }),
);
export type NewAlert = z.output<typeof NewAlert>;

/** Absent fields stay. What it counts, and its kind, cannot change. */
export const AlertChanges = z.partial(z.object(settings));
export type AlertChanges = z.output<typeof AlertChanges>;

/** Why an alert cannot be judged now. */
export const alertTroubles = [
  /** Fewer events in four weeks than a silence stands out from. */
  'too_few',
  /** The tag has more links than one question may have. */
  'too_many_links',
] as const;
export type AlertTrouble = (typeof alertTroubles)[number];

/** What an account wants to be told of. */
export const Alert = z.object({
  id,
  ...Fields.shape,
  /** In a few words: what it counts, and when it is raised. */
  sentence: z.string(),
  /** Null: it is judged, or was not yet. */
  trouble: z.nullable(z.enum(alertTroubles)),
  /** The last time that it was raised; null: never. */
  last: z.nullable(
    z.object({
      /** What was counted then. */
      sentence: z.string(),
      raisedAt: moment,
      /** Null: it goes on. Of a click limit, which has no end to tell: `raisedAt`. */
      endedAt: z.nullable(moment),
    }),
  ),
});
export type Alert = z.output<typeof Alert>;
export type AlertJson = z.input<typeof Alert>;

/** The oldest first. */
export const listAlerts = route('GET /api/v1/alerts', {
  scope: 'analytics:read',
  query: PageQuery,
  answer: listOf(Alert),
});
export const addAlert = route('POST /api/v1/alerts', {
  scope: 'analytics:write',
  errors: ['not_found', 'conflict'],
  example: {
    linkId: null,
    tagId: null,
    campaign: 'spring',
    measure: 'conversions',
    kind: 'silent',
    bound: null,
    per: null,
    timeZone: 'Europe/Berlin',
    isMailed: true,
    isEnabled: true,
  },
  body: NewAlert,
  status: 201,
  answer: Alert,
});
export const changeAlert = route('PATCH /api/v1/alerts/:id', {
  scope: 'analytics:write',
  example: { isEnabled: false },
  body: AlertChanges,
  answer: Alert,
});
export const removeAlert = route('DELETE /api/v1/alerts/:id', { scope: 'analytics:write' });
