import { areThereDescriptors } from '#adapters/descriptors/reserve';
import { startDrain, type Drain } from '#adapters/spool/drain/drain-worker';
import type { Log } from '#core/shared/log';
import type { Config } from '#config';
import type { Origins } from '#roots/config/origins';
import type { Redirects } from '#roots/compose/redirects';
import { namingSecret, type AppSecret } from '#roots/compose/secrets';
import type { ClickHouseStore, PostgresStore } from './stores.ts';

type Parts = {
  readonly config: Pick<Config, 'ipStorage' | 'visitorId' | 'geoipCityDb'>;
  readonly dataDir: string;
  readonly secret: AppSecret;
  readonly origins: Origins;
  readonly log: Log;
};

const drainRoot = new URL('../../drain.ts', import.meta.url);

type Beside = {
  readonly postgres: PostgresStore;
  readonly clickHouse: ClickHouseStore;
  /** Called after the drain has stored something. */
  readonly onProgress: () => void;
};

/** Starts the drain, which moves visits from the spool to the event store, on its own thread. */
export function storeVisits(
  { config, dataDir, secret, origins, log }: Parts,
  { spool, index }: Redirects,
  { postgres, clickHouse, onProgress }: Beside,
): Drain {
  const drain = startDrain({
    entry: drainRoot,
    settings: {
      dataDir,
      clickHouseUrl: clickHouse.url,
      databaseUrl: postgres.url,
      ownHosts: [origins.appUrl, origins.shortUrl].map((url) => new URL(url).hostname),
      addressStorage: config.ipStorage,
      visitorId: config.visitorId,
      cookieSecret: namingSecret(secret),
      geoipCityDb: config.geoipCityDb,
    },
    abandoned: spool.abandoned,
    onHandOver: () => spool.hear({ kind: 'handOver' }),
    onStored: (batch) => spool.hear({ kind: 'stored', batch }),
    onBooks: (message) => spool.hear(message),
    onProgress,
    log: (level, text) => log[level](text),
    areThereDescriptors,
  });
  spool.connect(drain.post);
  index.watch((change) => {
    if (change.kind !== 'removed' || !change.isErased) return;
    drain.post({ kind: 'erased', linkIds: [change.linkId] });
  });
  return drain;
}
