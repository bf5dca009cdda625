import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { folderMarkers } from '#adapters/objects/folder-markers';
import type { Sql } from '#adapters/postgres/connect';
import { otherInstances } from '#adapters/postgres/instances';
import { realDisk } from '#adapters/spool/disk';
import { instanceId } from '#adapters/spool/instance-id';
import { lonePictures } from '#core/accounts/pictures/lone-pictures';
import type { Log } from '#core/shared/log';
import { minuteMs } from '#core/shared/time';
import { every } from '#adapters/timers/every';
import type { Watch } from './watch.ts';

type Parts = {
  readonly sql: Sql;
  readonly dataDir: string;
  readonly watch: Pick<Watch, 'add'>;
  readonly log: Log;
};

/** For an instance without a bucket: warns when other instances do not have its pictures. */
export function watchLonePictures({ sql, dataDir, watch, log }: Parts): () => Promise<void> {
  // The drain makes the id at the first start.
  const ownId = () =>
    existsSync(join(dataDir, 'instance')) ? instanceId(realDisk, dataDir) : null;
  const lone = lonePictures({
    async others() {
      const id = ownId();
      return id === null ? [] : otherInstances(sql, id);
    },
    async markers() {
      const id = ownId();
      return id === null ? new Set() : folderMarkers(join(dataDir, 'objects'), id);
    },
    warn: () =>
      log.warn('other instances do not have the pictures of this one: set a bucket (S3_…)', {
        manual: 'docs/scale.md',
      }),
  });
  watch.add({ pictureStrangers: lone.strangers });
  return every({ pauseMs: minuteMs, name: 'look for other instances', log }, lone.look);
}
