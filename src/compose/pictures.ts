import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { shortUrl } from '#core/links/shown-link';
import { logoPicture } from '#adapters/images/logo';
import { picturePainter } from '#adapters/images/painter';
import { diskObjects } from '#adapters/objects/disk';
import { s3Objects } from '#adapters/objects/s3';
import { uploadUrls } from '#adapters/objects/upload-urls';
import { logoName, pictureUrl, postgresObjects } from '#adapters/postgres/accounts/objects';
import type { Sql } from '#adapters/postgres/connect';
import { postgresLinkPictures } from '#adapters/postgres/links/link-pictures';
import { qrMatrix } from '#adapters/qr/matrix';
import { qrPainter } from '#adapters/qr/painter';
import type { Config } from '#config';
import { showPicture } from '#core/accounts/pictures/keep-picture';
import type { ObjectStore, PicturePorts } from '#core/accounts/pictures/ports';
import { sweepObjects, sweepOwnFiles } from '#core/accounts/pictures/sweep';
import type { LinkPicturePorts, LinkPorts } from '#core/links/ports';
import type { DrawQrPorts } from '#core/links/qr/draw-qr';
import type { Log } from '#core/shared/log';
import type { Origins } from '#roots/config/origins';
import type { Context } from './context.ts';
import { keyedHashes, type AppSecret } from './secrets.ts';
import { systemClock as clock } from './system.ts';

type PicturesOptions = {
  readonly config: Pick<Config, 's3'>;
  readonly dataDir: string;
  readonly secret: AppSecret;
  readonly origins: Pick<Origins, 'appUrl'>;
  readonly sql: Sql;
  readonly log: Log;
};

/** One painter for all pictures of this process, which are painted one after the other. */
const painter = picturePainter();

/**
 * The storage of uploaded pictures: the configured bucket, otherwise a folder. This instance
 * accepts uploads itself only with the folder.
 */
export function openPictures({ config, dataDir, secret, origins, sql, log }: PicturesOptions) {
  const own = uploadUrls(origins.appUrl, keyedHashes(secret, 'uploads'));
  const store: ObjectStore =
    config.s3 === null
      ? { ...diskObjects(folderIn(dataDir)), ...own }
      : s3Objects(config.s3, { log });
  return { store, grantOf: own.grantOf, objects: postgresObjects(sql), randomBytes, clock };
}

function folderIn(dataDir: string): string {
  return join(dataDir, 'objects');
}

/** What the use cases of pictures take. Uploads to our own disk are refused while it is nearly full. */
export function picturePorts({ pictures, config, redirects }: Context): PicturePorts {
  const { unlessLow } = redirects.disk;
  return {
    ...pictures,
    paint: painter.portrait,
    refuseFull: config.s3 === null ? unlessLow(() => {}) : () => {},
  };
}

/** What the use cases of QR codes' logos and of previews' pictures take. */
export function linkPicturePorts(
  { pictures: { objects, store }, sql }: Context,
  links: LinkPorts,
): LinkPicturePorts {
  return {
    ...links,
    objects,
    store,
    paintLogo: painter.portrait,
    paintPreview: painter.preview,
    pictures: postgresLinkPictures(sql),
  };
}

/** One thread of this process draws SVG as PNG. */
export const paintSvg = qrPainter();

/** The QR codes of links, with the account's profile picture or its own logo. */
export function qrPorts({ links, origins, pictures, sql }: Context): DrawQrPorts {
  return {
    links,
    urlOf: (link) => shortUrl(link, origins.shortUrl),
    encode: qrMatrix,
    paint: paintSvg,
    /** Null without a stored picture. */
    async logoOf(userId, logo) {
      const isOwn = logo === 'own';
      const name = await (isOwn ? logoName(sql, userId) : avatarName(sql, userId));
      if (name === null) return null;
      return logoPicture(await showPicture(pictures, isOwn ? 'logos' : 'avatars', name));
    },
  };
}

async function avatarName(sql: Sql, userId: string): Promise<string | null> {
  const url = (await pictureUrl(sql, userId)) ?? '';
  return /^\/api\/avatars\/([^/?]+)/.exec(url)?.[1] ?? null;
}

/** What the jobs of pictures do. */
export function pictureWork({ pictures, dataDir }: Context) {
  return {
    /** Removes pictures which are not needed any more. */
    sweep: () => sweepObjects(pictures),
    /** Removes files that another instance could not remove from this instance's folder. */
    sweepOwn: () => sweepOwnFiles(diskObjects(folderIn(dataDir)), pictures.objects),
  };
}
