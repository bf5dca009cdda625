import { Elysia } from 'elysia';
import { z } from 'zod';
import type { ContactSupport } from '#core/notices/contact-support';
import type { ReportAbuse } from '#core/notices/report-abuse';
import { email, name } from '#adapters/http/accounts/account-body';
import { addressNetwork } from '#adapters/http/frame/client-address';
import { userOf, type SignedInPorts } from '#adapters/http/sign-in/signed-in';

export type SupportRoutesPorts = {
  readonly session: SignedInPorts;
  readonly contactSupport: ContactSupport;
  readonly reportAbuse: ReportAbuse;
  /** The client's network address; empty when unknown. */
  addressOf(request: Request): string;
};

/** Text of several lines, without other control characters. */
function lines(label: string, max: number) {
  return z
    .string(`${label} is required`)
    .trim()
    .min(1, `${label} is required`)
    .max(max, `${label} must be at most ${max} characters`)
    .regex(/^(?:\P{Cc}|[\t\r\n])*$/u, `${label} contains characters that are not allowed`);
}

const contactBody = z.object({
  name: name('Name'),
  email: email('Please enter a valid email address'),
  subject: lines('Subject', 200).regex(
    /^\P{Cc}*$/u,
    'Subject contains characters that are not allowed',
  ),
  message: lines('Message', 5000),
});

const badUrl = 'Please enter a valid URL';

/** A web address; people often type it without its scheme. */
const webUrl = z
  .string(badUrl)
  .trim()
  .max(2000, badUrl)
  .transform((typed) => (/^https?:\/\//i.test(typed) ? typed : `https://${typed}`))
  .refine(isWebUrl, badUrl)
  .transform((url) => new URL(url).href);

const reportBody = z.object({
  url: webUrl,
  reason: lines('Reason', 2000),
  email: z
    .literal('')
    .or(email('Please enter a valid email address'))
    .nullish()
    .transform((given) => given || null),
});

function isWebUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && !/[\p{Cc}\s]/u.test(text);
}

/** Messages from everybody to the operator of this instance. */
export function supportRoutes(ports: SupportRoutesPorts) {
  const { session, contactSupport, reportAbuse, addressOf } = ports;

  return new Elysia({ name: 'support' })
    .post(
      '/api/contact',
      async ({ body, request, set }) => {
        const user = await userOf(session, request);
        const address = addressNetwork(addressOf(request));
        const id = await contactSupport({ ...body, userId: user?.id ?? null, address });
        set.status = 201;
        return { id };
      },
      { body: contactBody },
    )
    .post(
      '/api/reports',
      async ({ body, request, set }) => {
        const id = await reportAbuse({ ...body, address: addressNetwork(addressOf(request)) });
        set.status = 201;
        return { id };
      },
      { body: reportBody },
    );
}
