import * as z from 'zod/mini';
import { id, line, moment, optionalLine } from '#contract/fields';
import { listOf, PageQuery } from '#contract/paging';
import { route } from '#contract/route';

/** Limit of shared reports of one account, its links' public pages included. */
export const mostSharedReports = 500;
/** Limit of the length of a report's name and of its sender's, in UTF-16 units. */
export const longestReportName = 60;
/** Limit of the hosts that may show one report in a frame. */
export const mostFrameHosts = 10;

/** Of the password of a shared report, in UTF-16 units. */
const shortestPassword = 8;
const longestPassword = 128;

/** The password that opens a shared report; it is not the account's. */
export const NewPagePassword = z
  .string('Must be text')
  .check(
    z.minLength(shortestPassword, `The password must have at least ${shortestPassword} characters`),
    z.maxLength(longestPassword, `The password must have at most ${longestPassword} characters`),
  );

export const pagePassword = z.string('Enter the password').check(z.maxLength(longestPassword));

const isSwitch = z.boolean('Must be true or false');

/** A host name with its port, or all hosts below a name: `shop.example`, `*.shop.example`. */
const frameHost = z
  .string('Must be text')
  .check(
    z.trim(),
    z.maxLength(253, 'A host has at most 253 characters'),
    z.regex(
      /^(?:\*\.)?[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*(?::\d{1,5})?$/,
      'Enter a host, such as www.shop.example',
    ),
    z.toLowerCase(),
  );

const nameOf = line({
  missing: 'Enter a name for the report',
  most: longestReportName,
  tooLong: `The name must be at most ${longestReportName} characters`,
});
const queryOf = optionalLine(
  4000,
  'The parameters must be at most 4,000 characters',
  'Send the parameters of the report',
).check(z.overwrite((search) => search.replace(/^\?/, '')));

const notConnected = 'Choose one of your connected domains';

const options = {
  /** Visitors may choose the range and the comparison. Otherwise they see those of `query`. */
  choosesDates: isSwitch,
  /** Off: the address answers as after the end. */
  isOn: isSwitch,
  /** Whether the page shows revenue and profit. */
  showsMoney: isSwitch,
  /** Null: the page does not end. */
  expiresAt: z.nullable(moment),
  /** Who shares it, for its visitors; empty: the page does not say it. */
  sender: optionalLine(
    longestReportName,
    `The name must be at most ${longestReportName} characters`,
  ),
  /** `#rrggbb`; null: the colours of Waypost. */
  color: z.nullable(
    z
      .string('Must be text')
      .check(z.regex(/^#[0-9A-Fa-f]{6}$/, 'Choose a color as #rrggbb'), z.toLowerCase()),
  ),
  /** Whether the page shows the account's own logo, `PUT /api/v1/qr-logo`. */
  showsLogo: isSwitch,
  /**
   * The host of one of the account's domains, at which the report has its address while the domain is
   * connected; null: Waypost's own host.
   */
  domain: z.nullable(z.string(notConnected).check(z.maxLength(253, notConnected))),
  /** The hosts whose pages may show the report in a frame; none: no page may. */
  hosts: z
    .array(frameHost, 'Send a list of hosts')
    .check(z.maxLength(mostFrameHosts, `Send at most ${mostFrameHosts} hosts`)),
};

/** A report that everybody with its address may see, as its owner sees it. */
const SharedReport = z.object({
  id,
  /** The link whose public page it is; null for every other report. */
  linkId: z.nullable(id),
  url: z.string(),
  name: z.string(),
  /**
   * What it shows: the parameters of a report, as the analytics page has them in its address. A named
   * range (`range=30d`) moves with the days, `from` and `to` stay.
   */
  query: z.string(),
  ...options,
  hasPassword: z.boolean(),
  /** Without those of the account itself. They are counted within seconds. */
  views: z.int(),
  viewedAt: z.nullable(moment),
  createdAt: moment,
});
export type SharedReport = z.output<typeof SharedReport>;

const fields = z.extend(z.partial(z.object(options)), {
  name: nameOf,
  query: queryOf,
  password: z.optional(z.nullable(NewPagePassword)),
});

const NewSharedReport = z.extend(fields, {
  /** Whether a named range becomes the days that it means now, in the zone of `query`. */
  fixesDates: z.optional(isSwitch),
});
export type NewSharedReport = z.output<typeof NewSharedReport>;

/** A null password removes it. Absent fields stay as they are. */
const SharedReportChanges = z.partial(fields);
export type SharedReportChanges = z.output<typeof SharedReportChanges>;

/** The newest first, with the public pages of links. */
export const listSharedReports = route('GET /api/v1/shared-reports', {
  scope: 'analytics:read',
  query: PageQuery,
  answer: listOf(SharedReport),
});
export const shareReport = route('POST /api/v1/shared-reports', {
  scope: 'analytics:write',
  audit: 'report_shared',
  errors: ['not_found', 'conflict'],
  summary: 'Share a report',
  example: { name: 'Autumn campaigns', query: 'range=30d&tz=Europe/Berlin&compare=previous' },
  body: NewSharedReport,
  status: 201,
  answer: SharedReport,
});
export const changeSharedReport = route('PATCH /api/v1/shared-reports/:id', {
  scope: 'analytics:write',
  audit: 'report_changed',
  errors: ['not_found'],
  example: { isOn: false },
  body: SharedReportChanges,
  answer: SharedReport,
});
/** Its address never works again. */
export const removeSharedReport = route('DELETE /api/v1/shared-reports/:id', {
  scope: 'analytics:write',
  audit: 'report_removed',
});
