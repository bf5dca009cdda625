import * as z from 'zod/mini';
import { mostUploadBytes, pictureComplaints } from './person-limits.ts';
import { User } from './profile.ts';
import { route } from '#contract/route';

/** The prefix of upload addresses of this instance. Each address contains its own limits. */
export const uploadPath = '/api/objects/put/';

/** The address of an upload; null removes the picture. */
export const uploadUrl = z.nullable(
  z.string('Please upload the picture again').check(z.maxLength(2048)),
);

/** In bytes. */
const contentLength = z
  .int('Must be a whole number of bytes')
  .check(z.gte(1, 'The picture is empty'), z.lte(mostUploadBytes, pictureComplaints.size));

/** The length of the upload may be absent unless the pictures are in a bucket. */
export const offerUpload = route('POST /api/v1/uploads', {
  scope: 'links:write',
  orScope: 'account:write',
  summary: 'Get an address for an upload',
  errors: ['conflict'],
  example: { contentLength: 48_213 },
  alsoAt: 'POST /api/objects/upload',
  body: z.nullable(z.object({ contentLength: z.optional(contentLength) })),
  answer: z.object({ uploadURL: z.string() }),
});
/** Takes a JPEG, once. The address itself is the permission, and no cookie is read. */
export const receiveUpload = route(`PUT ${uploadPath}:upload`, {
  caller: 'anybody',
  readsBody: 'image/jpeg',
  query: z.record(z.string(), z.string()),
});
export const changeAvatar = route('PUT /api/v1/account/avatar', {
  scope: 'account:write',
  errors: ['not_found', 'conflict', 'too_large'],
  example: { avatarURL: null },
  alsoAt: 'PUT /api/profile/avatar',
  audit: 'avatar_changed',
  body: z.object({ avatarURL: uploadUrl }),
  answer: z.object({ user: User }),
});
/** A JPEG. Nobody can guess its name. */
export const showAvatar = route('GET /api/avatars/:name', { caller: 'anybody' });
