import { areThereDescriptors } from '#adapters/descriptors/reserve';
import { exportThread, type ExportLinks } from '#adapters/link-export/export-thread';
import type { Config } from '#roots/config/config';
import type { Origins } from '#roots/config/origins';

const exportRoot = new URL('../../export.ts', import.meta.url);

type Parts = {
  /** With credentials. */
  readonly databaseUrl: string;
  /** With credentials and database. */
  readonly clickHouseUrl: string;
  readonly origins: Pick<Origins, 'shortUrl'>;
  readonly config: Pick<Config, 'visitorId'>;
};

/** The file of an account's links, written on a thread of its own. */
export function openLinkExport(parts: Parts): ExportLinks {
  const { databaseUrl, clickHouseUrl, origins, config } = parts;
  const shown = { shortOrigin: origins.shortUrl, visitorsAre: config.visitorId };
  const settings = { databaseUrl, clickHouseUrl, ...shown };
  return exportThread({ entry: exportRoot, settings, areThereDescriptors });
}
