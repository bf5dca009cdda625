import * as z from 'zod/mini';
import { complaints } from '#contract/accounts/person-limits';
import { email, id, line, lines } from './fields.ts';
import { linkComplaints } from '#contract/links/link-limits';
import { route } from './route.ts';

/** Limits of the parts of a message to support, in UTF-16 units. */
export const longestOfMessage = { name: 100, subject: 200, message: 5000 };
/** Limits of the parts of a report of a link, in UTF-16 units. */
export const longestOfReport = { url: 2000, reason: 2000 };

function limits(label: string, most: number) {
  return {
    missing: `${label} is required`,
    most,
    tooLong: `${label} must be at most ${most} characters`,
    unusable: `${label} contains characters that are not allowed`,
  };
}

/** A message to the operator of this instance. */
const NewMessage = z.object({
  name: line(limits('Name', longestOfMessage.name)),
  email: email(complaints.email),
  subject: line(limits('Subject', longestOfMessage.subject)),
  message: lines(limits('Message', longestOfMessage.message)),
});
export type NewMessage = z.output<typeof NewMessage>;

/** A web address; people often type it without its scheme. */
const webUrl = z.string(linkComplaints.url).check(
  z.trim(),
  z.maxLength(longestOfReport.url, linkComplaints.url),
  z.overwrite((typed) => (/^https?:\/\//i.test(typed) ? typed : `https://${typed}`)),
  z.refine(isWebUrl, linkComplaints.url),
  z.overwrite((url) => URL.parse(url)?.href ?? url),
);

function isWebUrl(text: string): boolean {
  return URL.canParse(text) && !/[\p{Cc}\s]/u.test(text);
}

/** A report of a harmful link. */
const NewReport = z.object({
  url: webUrl,
  reason: lines(limits('Reason', longestOfReport.reason)),
  /** Empty, null or missing: the sender wants no answer. */
  email: z.nullish(z.union([z.literal(''), email(complaints.email)])),
});
export type NewReport = z.output<typeof NewReport>;

const answer = z.object({ id });

export const contactSupport = route('POST /api/contact', {
  caller: 'anybody',
  body: NewMessage,
  status: 201,
  answer,
});
export const reportLink = route('POST /api/reports', {
  caller: 'anybody',
  body: NewReport,
  status: 201,
  answer,
});
