import { areThereDescriptors } from '#adapters/descriptors/reserve';
import { startDrain } from '#adapters/spool/drain/drain-worker';
import type { Config } from '#config';
import type { Log } from '#core/shared/log';
import { secondMs } from '#core/shared/time';
import type { Origins } from '#roots/config/origins';
import type { ClickHouseStore } from './engines/clickhouse.ts';
import type { PostgresStore } from './engines/postgres.ts';
import type { Redirects } from './redirects.ts';
import { namingSecret, type AppSecret } from './secrets.ts';
import type { Watch } from './watching/watch.ts';

type Given = {
  readonly config: Pick<Config, 'ipStorage' | 'visitorId' | 'geoipCityDb'>;
  readonly dataDir: string;
  readonly secret: AppSecret;
  readonly origins: Origins;
  readonly watch: Pick<Watch, 'add'>;
  readonly log: Log;
};

const drainRoot = new URL('../drain.ts', import.meta.url);
/** How long a stop waits for the drain. */
const stopMs = 2.5 * secondMs;

type Beside = {
  readonly redirects: Redirects;
  readonly postgres: PostgresStore;
  readonly clickHouse: ClickHouseStore;
  /** Called after the drain has stored something. */
  readonly onProgress: () => void;
};

/** Starts the drain, which moves visits from the spool to the event store, on its own thread. */
export function storeVisits(given: Given, { redirects, postgres, clickHouse, onProgress }: Beside) {
  const { config, dataDir, secret, origins, watch, log } = given;
  const { spool, index } = redirects;
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
  watch.add({ drain: drain.status });
  const isUp = (): boolean => clickHouse.state() === 'ready' && drain.status().state !== 'failing';
  return {
    state: () => (isUp() ? ('up' as const) : ('degraded' as const)),
    end: () => drain.stop(stopMs),
  };
}
