import { httpMeter, type HttpMeter } from '#adapters/http/frame/http-meter';
import type { PoolWatch } from '#adapters/postgres/pool/watch-pool';
import type { DrainStatus } from '#adapters/spool/drain/drain-messages';

/** Sources of numbers that exist only after the stores have started. */
export type LateSources = {
  readonly pool?: Pick<PoolWatch, 'waitMs' | 'timeouts'>;
  readonly drain?: () => DrainStatus;
  /** How many running instances do not have the pictures of this one; absent with a bucket. */
  readonly pictureStrangers?: () => number;
  /** Rejects while Postgres is away. */
  readonly waitingMails?: () => Promise<number>;
  /** The versions of the database servers. Each rejects while its server is away. */
  readonly postgresVersion?: () => Promise<string>;
  readonly clickhouseVersion?: () => Promise<string>;
  /** When the last backup was completed, epoch milliseconds; null when none is known. */
  readonly lastBackup?: () => Promise<number | null>;
};

/** Parts whose problems `/readyz` and the operator's page show. */
export type WatchedPart = 'backups' | 'clock' | 'proxy';

/** Collects the state of the application's parts for `/metrics` and the operator's page. */
export type Watch = {
  readonly http: HttpMeter;
  /** Adds a queue; queues of one name are added up. */
  queue(name: string, length: () => number): void;
  queueLengths(): ReadonlyMap<string, number>;
  /** Adds sources; a later one of the same name replaces the earlier. */
  add(sources: LateSources): void;
  late(): LateSources;
  /** Reports what is wrong with a part, in one sentence without secrets; null: nothing. */
  report(part: WatchedPart, trouble: string | null): void;
  /** What the parts reported. A part that never reported is absent. */
  troubles(): Readonly<Partial<Record<WatchedPart, string | null>>>;
};

export function openWatch(): Watch {
  const queues: { readonly name: string; readonly length: () => number }[] = [];
  let late: LateSources = {};
  const troubles: Partial<Record<WatchedPart, string | null>> = {};

  return {
    http: httpMeter(),
    queue(name, length) {
      queues.push({ name, length });
    },
    queueLengths() {
      const lengths = new Map<string, number>();
      for (const { name, length } of queues) {
        lengths.set(name, (lengths.get(name) ?? 0) + length());
      }
      return lengths;
    },
    add(sources) {
      late = { ...late, ...sources };
    },
    late: () => late,
    report(part, trouble) {
      troubles[part] = trouble;
    },
    troubles: () => troubles,
  };
}
