import { pictureComplaints } from '#contract/account-limits';
import * as contract from '#contract/avatars';
import type { changeAvatar } from '#core/accounts/pictures/change-avatar';
import type { offerUpload } from '#core/accounts/pictures/offer-upload';
import type { showAvatar } from '#core/accounts/pictures/show-picture';
import type { receiveUpload, UploadBody } from '#core/accounts/pictures/receive-upload';
import { Refusal } from '#core/shared/refusal';
import { secondMs } from '#core/shared/time';
import { type Mountable, on } from '#adapters/http/frame/on';
import { readWithin } from '#adapters/http/frame/read-within';

export type AvatarRoutesPorts = {
  readonly offerUpload: ReturnType<typeof offerUpload>;
  readonly receiveUpload: ReturnType<typeof receiveUpload>;
  readonly changeAvatar: ReturnType<typeof changeAvatar>;
  readonly showAvatar: ReturnType<typeof showAvatar>;
};

/** A transfer that takes longer is aborted. */
const transferLimitMs = 60 * secondMs;

/** Cached for a year, by the browser only: a picture never changes under its address. */
const pictureHeaders = {
  'cache-control': 'private, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'content-type': 'image/jpeg',
};

/** Addresses for uploading pictures, and the pictures themselves. */
export function avatarRoutes(ports: AvatarRoutesPorts): Mountable[] {
  return [
    on(contract.offerUpload, async ({ caller, body }) => ({
      uploadURL: await ports.offerUpload(caller.id, body?.contentLength ?? null),
    })),
    on(contract.receiveUpload, ({ params, query, request }) =>
      ports.receiveUpload(
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
      user: await ports.changeAvatar(caller, body.avatarURL),
    })),
    on(contract.showAvatar, async ({ params, headers }) => {
      const jpeg = await ports.showAvatar(params.name);
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
