import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { logoPicture } from '#adapters/images/logo';
import { picturePainter } from '#adapters/images/painter';
import { diskObjects } from '#adapters/objects/disk';
import { s3Objects } from '#adapters/objects/s3';
import { uploadUrls } from '#adapters/objects/upload-urls';
import type { Sql } from '#adapters/postgres/connect';
import { logoName, pictureUrl, postgresObjects } from '#adapters/postgres/accounts/objects';
import { showPicture } from '#core/accounts/pictures/keep-picture';
import type { ObjectStore, PicturePorts } from '#core/accounts/pictures/ports';
import { sweepObjects, sweepOwnFiles } from '#core/accounts/pictures/sweep';
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

export const paintPreview = painter.preview;

/** What the use cases of pictures take. Uploads to our own disk are refused while it is nearly full. */
export function picturePorts(
  parts: ObjectParts & { readonly sql: Sql },
  unlessLow: DataDisk['unlessLow'],
): PicturePorts {
  return {
    ...openObjects(parts),
    objects: postgresObjects(parts.sql),
    paint: painter.portrait,
    refuseFull: parts.config.s3 === null ? unlessLow(() => {}) : () => {},
    randomBytes,
    clock,
  };
}

/** An account's profile picture or own logo for its QR codes; null without a stored picture. */
export function composeLogo(parts: ObjectParts & { readonly sql: Sql }) {
  const ports = openObjects(parts);
  return async (userId: string, logo: 'picture' | 'own'): Promise<Uint8Array | null> => {
    const isOwn = logo === 'own';
    const name = await (isOwn ? logoName(parts.sql, userId) : avatarName(parts.sql, userId));
    if (name === null) return null;
    return logoPicture(await showPicture(ports, isOwn ? 'logos' : 'avatars', name));
  };
}

async function avatarName(sql: Sql, userId: string): Promise<string | null> {
  const url = (await pictureUrl(sql, userId)) ?? '';
  return /^\/api\/avatars\/([^/?]+)/.exec(url)?.[1] ?? null;
}

/** The job that removes pictures which are not needed any more. */
export function composeSweep(parts: ObjectParts & { readonly sql: Sql }) {
  const { store } = openObjects(parts);
  const objects = postgresObjects(parts.sql);
  return () => sweepObjects({ objects, store, clock });
}

/** The job that removes what another instance could not remove from the folder of this one. */
export function composeOwnSweep({
  sql,
  dataDir,
}: Pick<ObjectParts, 'dataDir'> & { readonly sql: Sql }) {
  return () => sweepOwnFiles(diskObjects(folderIn(dataDir)), postgresObjects(sql));
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
  return { store, grantOf: own.grantOf };
}

function folderIn(dataDir: string): string {
  return join(dataDir, 'objects');
}
