import { Elysia } from 'elysia';
import { z } from 'zod';
import type { changeAvatar } from '#core/accounts/pictures/change-avatar';
import { maxUploadBytes } from '#core/accounts/pictures/object-store';
import type { offerUpload } from '#core/accounts/pictures/offer-upload';
import type { showAvatar } from '#core/accounts/pictures/show-picture';
import type { receiveUpload, UploadBody } from '#core/accounts/pictures/receive-upload';
import { Refusal } from '#core/shared/refusal';
import { secondMs } from '#core/shared/time';
import { uploadPath } from '#adapters/http/frame/foreign-write';
import { readWithin } from '#adapters/http/frame/read-within';
import { signedIn, type SignedInPorts } from '#adapters/http/sign-in/signed-in';
import { userJson } from './user-json.ts';

export type AvatarRoutesPorts = {
  readonly session: SignedInPorts;
  readonly offerUpload: ReturnType<typeof offerUpload>;
  readonly receiveUpload: ReturnType<typeof receiveUpload>;
  readonly changeAvatar: ReturnType<typeof changeAvatar>;
  readonly showAvatar: ReturnType<typeof showAvatar>;
};

/** A transfer that takes longer is aborted. */
const transferLimitMs = 60 * secondMs;

/**
 * The body of POST /api/objects/upload: the length of the upload in bytes. It may be absent unless
 * the pictures are in a bucket.
 */
const wishBody = z
  .object({
    contentLength: z
      .int('Must be a whole number of bytes')
      .min(1, 'The picture is empty')
      .max(maxUploadBytes, 'Please select an image smaller than 5MB.')
      .optional(),
  })
  .nullable();

const avatarBody = z.object({
  avatarURL: z.string('Please upload the picture again').max(2048).nullable(),
});

/** Cached for a year, by the browser only: a picture never changes under its address. */
const pictureHeaders = {
  'cache-control': 'private, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'content-type': 'image/jpeg',
};

/** Addresses for uploading pictures, and the pictures themselves. */
export function avatarRoutes(ports: AvatarRoutesPorts) {
  return new Elysia({ name: 'avatars' })
    .put(`${uploadPath}:id`, async ({ params, query, request, set }) => {
      const fields: Record<string, string | undefined> = query;
      await ports.receiveUpload(
        {
          id: params.id,
          expires: fields['expires'] ?? '',
          length: fields['length'] ?? '',
          signature: fields['signature'] ?? '',
        },
        bodyOf(request),
      );
      set.status = 204;
    })
    .get('/api/avatars/:name', async ({ params, set }) => {
      const jpeg = await ports.showAvatar(params.name);
      Object.assign(set.headers, pictureHeaders);
      return new Response(jpeg);
    })
    .use(signedIn(ports.session))
    .post(
      '/api/objects/upload',
      async ({ user, body }) => ({
        uploadURL: await ports.offerUpload(user.id, body?.contentLength ?? null),
      }),
      { body: wishBody },
    )
    .put(
      '/api/profile/avatar',
      async ({ user, body }) => ({
        user: userJson(await ports.changeAvatar(user, body.avatarURL)),
      }),
      { body: avatarBody },
    );
}

function bodyOf(request: Request): UploadBody {
  const declared = request.headers.get('content-length');
  const type = request.headers.get('content-type')?.split(';', 1)[0] ?? '';
  return {
    type: type.trim().toLowerCase(),
    declaredBytes: declared === null ? null : Number(declared),
    read: (maxBytes) => readWithin(request.body, { maxBytes, limitMs: transferLimitMs, tooLarge }),
  };
}

function tooLarge(): Refusal {
  return new Refusal('too_large', 'Please select an image smaller than 5MB.');
}
