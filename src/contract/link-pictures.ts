import * as z from 'zod/mini';
import { Link } from './links.ts';
import { route } from './route.ts';

/** The address of an upload; null removes the picture. */
const upload = z.nullable(z.string('Please upload the picture again').check(z.maxLength(2048)));

const Logo = z.object({ hasLogo: z.boolean() });

/** The logo of an account's QR codes. */
export const showLogo = route('GET /api/qr/logo', { answer: Logo });
export const changeLogo = route('PUT /api/qr/logo', {
  body: z.object({ logoURL: upload }),
  answer: Logo,
});

/** The picture of a link's previews, a JPEG. Nobody can guess its name. */
export const showPreviewPicture = route('GET /api/link-pictures/:name', { caller: 'anybody' });
export const changePreviewPicture = route('PUT /api/links/:id/preview-picture', {
  body: z.object({ pictureURL: upload }),
  answer: Link,
});
