import { pictureComplaints } from '#contract/accounts/person-limits';
import * as contract from '#contract/accounts/avatars';
import { changeAvatar, showPicture } from '#core/accounts/pictures/keep-picture';
import type { PicturePorts } from '#core/accounts/pictures/ports';
import { offerUpload, receiveUpload, type UploadBody } from '#core/accounts/pictures/uploads';
import { Refusal } from '#core/shared/refusal';
import { secondMs } from '#core/shared/time';
import { type Mountable, on } from '#adapters/http/frame/on';
import { readWithin } from '#adapters/http/frame/read-within';

/** A transfer that takes longer is aborted. */
const transferLimitMs = 60 * secondMs;

/** Cached for a year, by the browser only: a picture never changes under its address. */
const pictureHeaders = {
  'cache-control': 'private, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'content-type': 'image/jpeg',
};

/** Addresses for uploading pictures, and the pictures themselves. */
export function avatarRoutes(ports: PicturePorts): Mountable[] {
  return [
    on(contract.offerUpload, async ({ caller, body }) => ({
      uploadURL: await offerUpload(ports, caller.id, body?.contentLength ?? null),
    })),
    on(contract.receiveUpload, ({ params, query, request }) =>
      receiveUpload(
        ports,
        {
          id: params.upload,
          expires: query['expires'] ?? '',
          length: query['length'] ?? '',
          signature: query['signature'] ?? '',
        },
        bodyOf(request),
      ),
    ),
    on(contract.changeAvatar, async ({ caller, body }) => ({
      user: await changeAvatar(ports, caller.id, body.avatarURL),
    })),
    on(contract.showAvatar, async ({ params, headers }) => {
      const jpeg = await showPicture(ports, 'avatars', params.name);
      Object.assign(headers, pictureHeaders);
      return new Response(jpeg);
    }),
  ];
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
  return new Refusal('too_large', pictureComplaints.size);
}
