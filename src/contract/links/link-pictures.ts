import * as z from 'zod/mini';
import { uploadUrl } from '#contract/accounts/avatars';
import { Link } from './links.ts';
import { route } from '#contract/route';

const Logo = z.object({ hasLogo: z.boolean() });

/** The logo of an account's QR codes. */
export const showLogo = route('GET /api/v1/qr-logo', {
  scope: 'links:read',
  summary: 'Show the logo of QR codes',
  answer: Logo,
});
export const changeLogo = route('PUT /api/v1/qr-logo', {
  scope: 'links:write',
  summary: 'Change the logo of QR codes',
  errors: ['not_found', 'conflict', 'too_large'],
  example: { logoURL: null },
  body: z.object({ logoURL: uploadUrl }),
  answer: Logo,
});

/** The picture of a link's previews, a JPEG. Nobody can guess its name. */
export const showPreviewPicture = route('GET /api/link-pictures/:name', { caller: 'anybody' });
export const changePreviewPicture = route('PUT /api/v1/links/:id/preview-picture', {
  scope: 'links:write',
  errors: ['plan_required', 'conflict', 'too_large'],
  example: { pictureURL: null },
  body: z.object({ pictureURL: uploadUrl }),
  answer: Link,
});
