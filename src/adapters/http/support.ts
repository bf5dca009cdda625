import { Elysia } from 'elysia';
import { z } from 'zod';
import type { ContactSupport } from '#core/notices/contact-support';
import { email, name } from './account-body.ts';
import { addressNetwork } from './client-address.ts';
import { userOf, type SignedInPorts } from './signed-in.ts';

export type SupportRoutesPorts = {
  readonly session: SignedInPorts;
  readonly contactSupport: ContactSupport;
  /** The network address that a request comes from; empty when unknown. */
  addressOf(request: Request): string;
};

/** Words of several lines; no other control character is text. */
export function lines(label: string, max: number) {
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

/** What anybody may say to whoever runs this instance. */
export function supportRoutes(ports: SupportRoutesPorts) {
  const { session, contactSupport, addressOf } = ports;

  return new Elysia({ name: 'support' }).post(
    '/api/contact',
    async ({ body, request, set }) => {
      const user = await userOf(session, request);
      const address = addressNetwork(addressOf(request));
      const id = await contactSupport({ ...body, userId: user?.id ?? null, address });
      set.status = 201;
      return { id };
    },
    { body: contactBody },
  );
}
