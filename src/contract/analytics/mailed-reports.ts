import * as z from 'zod/mini';
import { email, id, moment } from '#contract/fields';
import { listOf, PageQuery } from '#contract/paging';
import { route } from '#contract/route';

/** The mailed reports of one account. */
export const mostMailedReports = 20;
/** The addresses of one mailed report. */
export const mostReportAddresses = 10;

/** Of the day, the week or the month that has just ended. Weeks begin on Mondays. */
export const reportPaces = ['day', 'week', 'month'] as const;
export type ReportPace = (typeof reportPaces)[number];

const hourMessage = 'Choose an hour from 0 to 23';
const settings = {
  /** The saved view: its filters count, and its range does not. */
  viewId: id,
  every: z.enum(reportPaces, `Choose one of ${reportPaces.join(', ')}`),
  /** Of the day, in the zone. */
  hour: z.int(hourMessage).check(z.minimum(0, hourMessage), z.maximum(23, hourMessage)),
  /** An IANA zone. */
  timeZone: z
    .string('Enter an IANA time zone, such as UTC')
    .check(z.minLength(1, 'Enter an IANA time zone, such as UTC'), z.maxLength(64)),
  isEnabled: z.boolean('Must be true or false'),
};

const addresses = z
  .array(email('Enter email addresses'), 'Send a list of addresses')
  .check(
    z.minLength(1, 'Enter at least one address'),
    z.maxLength(mostReportAddresses, `Enter at most ${mostReportAddresses} addresses`),
  );

const Fields = z.object({ ...settings, addresses });
export const NewMailedReport = Fields;
export type NewMailedReport = z.output<typeof Fields>;

/** Absent fields stay. New addresses get a mail to confirm; those that are left out get nothing more. */
export const MailedReportChanges = z.partial(Fields);
export type MailedReportChanges = z.output<typeof MailedReportChanges>;

/** `stopped`: the receiver does not want it any more. */
const addressStates = ['waiting', 'confirmed', 'stopped'] as const;
export type AddressState = (typeof addressStates)[number];

/** A saved view that is mailed again and again. */
export const MailedReport = z.object({
  id,
  ...settings,
  viewName: z.string(),
  addresses: z.array(z.object({ email: z.string(), state: z.enum(addressStates) })),
  nextAt: moment,
  /** Null: never. */
  sentAt: z.nullable(moment),
  /** The last time its view named a link or a label that is gone, so nothing was sent. */
  isBroken: z.boolean(),
});
export type MailedReport = z.output<typeof MailedReport>;
export type MailedReportJson = z.input<typeof MailedReport>;

/** The oldest first. */
export const listMailedReports = route('GET /api/v1/mailed-reports', {
  scope: 'analytics:read',
  query: PageQuery,
  answer: listOf(MailedReport),
});
export const addMailedReport = route('POST /api/v1/mailed-reports', {
  scope: 'analytics:write',
  audit: 'mailed_report_added',
  errors: ['not_found', 'conflict', 'email_unverified', 'too_many_requests'],
  example: {
    viewId: '019ac0e5-7a41-7c2e-9d1b-5f0a3c86e2d4',
    every: 'week',
    hour: 8,
    timeZone: 'Europe/Berlin',
    isEnabled: true,
    addresses: ['team@shop.example'],
  },
  body: NewMailedReport,
  status: 201,
  answer: MailedReport,
});
export const changeMailedReport = route('PATCH /api/v1/mailed-reports/:id', {
  scope: 'analytics:write',
  audit: 'mailed_report_changed',
  errors: ['email_unverified', 'too_many_requests'],
  example: { hour: 9 },
  body: MailedReportChanges,
  answer: MailedReport,
});
export const removeMailedReport = route('DELETE /api/v1/mailed-reports/:id', {
  scope: 'analytics:write',
  audit: 'mailed_report_removed',
});

const token = z.string('The link is incomplete').check(z.maxLength(200, 'The link is incomplete'));

const AddressToken = z.object({ token });

/** The receiver of a report confirms that they want it. */
export const confirmMailedReport = route('POST /api/mailed-reports/confirm', {
  caller: 'anybody',
  body: AddressToken,
});
/** The receiver does not want it any more. Mail programs send a form here (RFC 8058), which is not read. */
export const stopMailedReport = route('POST /api/mailed-reports/stop', {
  caller: 'anybody',
  readsBody: 'application/x-www-form-urlencoded',
  query: AddressToken,
});
/** Mail programs that send no form open the same address: it leads to the page that asks first. */
export const askBeforeStop = route('GET /api/mailed-reports/stop', {
  caller: 'anybody',
  query: AddressToken,
});
