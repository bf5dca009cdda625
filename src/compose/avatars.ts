import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { logoPicture } from '#adapters/images/logo';
import { picturePainter } from '#adapters/images/painter';
import { diskObjects } from '#adapters/objects/disk';
import { s3Objects } from '#adapters/objects/s3';
import { uploadUrls } from '#adapters/objects/upload-urls';
import type { Sql } from '#adapters/postgres/connect';
import { logoName, pictureUrl, postgresObjects } from '#adapters/postgres/accounts/objects';
import { changeAvatar } from '#core/accounts/pictures/change-avatar';
import type { ObjectStore } from '#core/accounts/pictures/object-store';
import { offerUpload } from '#core/accounts/pictures/offer-upload';
import { showAvatar, showPicture } from '#core/accounts/pictures/show-picture';
import { sweepObjects } from '#core/accounts/pictures/sweep-objects';
import { sweepOwnFiles } from '#core/accounts/pictures/sweep-own-files';
import { receiveUpload } from '#core/accounts/pictures/receive-upload';
import type { Log } from '#core/shared/log';
import type { Config } from '#config';
import type { Origins } from '#roots/config/origins';
import type { DataDisk } from '#adapters/spool/data-disk';
import { keyedHashes, type AppSecret } from './secrets.ts';
import { systemClock as clock } from './system.ts';

export type ObjectParts = {
  readonly config: Pick<Config, 's3'>;
  readonly dataDir: string;
  readonly secret: AppSecret;
  readonly origins: Pick<Origins, 'appUrl'>;
  readonly log: Log;
};

/** One painter for all pictures of this process, which are painted one after the other. */
const painter = picturePainter();

/** The use cases of pictures. Uploads to our own disk are refused while it is nearly full. */
export function composeAvatars(
  parts: ObjectParts & { readonly sql: Sql },
  unlessLow: DataDisk['unlessLow'],
) {
  const { store, grants } = openObjects(parts);
  const objects = postgresObjects(parts.sql);
  const { portrait: paint } = painter;
  const ports = {
    store,
    grants,
    uploads: objects,
    drafts: objects,
    avatars: objects,
    paint,
    randomBytes,
    clock,
  };

  return {
    offerUpload: parts.config.s3 === null ? unlessLow(offerUpload(ports)) : offerUpload(ports),
    receiveUpload: unlessLow(receiveUpload(ports)),
    changeAvatar: changeAvatar(ports),
    showAvatar: showAvatar(ports),
  };
}

/** Uploaded pictures for other uses: what keeps them, how they are painted, and how they are shown. */
export function composePictures(parts: ObjectParts & { readonly sql: Sql }) {
  const { store } = openObjects(parts);
  const objects = postgresObjects(parts.sql);
  return {
    keeping: { store, drafts: objects, randomBytes, clock },
    logos: objects,
    painter,
    showPreview: showPicture({ store }, 'previews'),
  };
}

/** An account's profile picture or own logo for its QR codes; null without a stored picture. */
export function composeLogo(parts: ObjectParts & { readonly sql: Sql }) {
  const { store } = openObjects(parts);
  const show = { picture: showAvatar({ store }), own: showPicture({ store }, 'logos') };
  return async (userId: string, logo: 'picture' | 'own'): Promise<Uint8Array | null> => {
    const name =
      logo === 'own' ? await logoName(parts.sql, userId) : await avatarName(parts.sql, userId);
    return name === null ? null : logoPicture(await show[logo](name));
  };
}

async function avatarName(sql: Sql, userId: string): Promise<string | null> {
  const url = (await pictureUrl(sql, userId)) ?? '';
  return /^\/api\/avatars\/([^/?]+)/.exec(url)?.[1] ?? null;
}

/** The job that removes pictures which are not needed any more. */
export function composeSweep(parts: ObjectParts & { readonly sql: Sql }) {
  return sweepObjects({
    objects: postgresObjects(parts.sql),
    store: openObjects(parts).store,
    clock,
  });
}

/** The job that removes what another instance could not remove from the folder of this one. */
export function composeOwnSweep({
  sql,
  dataDir,
}: Pick<ObjectParts, 'dataDir'> & { readonly sql: Sql }) {
  return sweepOwnFiles({ files: diskObjects(folderIn(dataDir)), objects: postgresObjects(sql) });
}

/**
 * The configured bucket, otherwise a folder. Only with the folder this instance accepts uploads
 * itself.
 */
function openObjects({ config, dataDir, secret, origins, log }: ObjectParts) {
  const own = uploadUrls(origins.appUrl, keyedHashes(secret, 'uploads'));
  const store: ObjectStore =
    config.s3 === null
      ? { ...diskObjects(folderIn(dataDir)), ...own }
      : s3Objects(config.s3, { log });
  return { store, grants: own };
}

function folderIn(dataDir: string): string {
  return join(dataDir, 'objects');
}
