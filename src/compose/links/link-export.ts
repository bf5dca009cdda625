import { areThereDescriptors } from '#adapters/descriptors/reserve';
import { exportThread, type ExportLinks } from '#adapters/link-export/export-thread';
import type { Origins } from '#roots/compose/origins';

const exportRoot = new URL('../../export.ts', import.meta.url);

type Parts = {
  /** With credentials. */
  readonly databaseUrl: string;
  /** With credentials and database. */
  readonly clickHouseUrl: string;
  readonly origins: Pick<Origins, 'shortUrl'>;
};

/** The file of an account's links, written on a thread of its own. */
export function openLinkExport({ databaseUrl, clickHouseUrl, origins }: Parts): ExportLinks {
  const settings = { databaseUrl, clickHouseUrl, shortOrigin: origins.shortUrl };
  return exportThread({ entry: exportRoot, settings, areThereDescriptors });
}
