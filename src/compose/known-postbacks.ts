import { join } from 'node:path';
import { keptGenerations, type Generations } from '#adapters/snapshot/kept-generations';
import {
  postgresPostbackGenerations,
  replacedGenerations,
} from '#adapters/postgres/conversions/postback-generations';
import { isPostgresOutage } from '#adapters/postgres/connect';
import type { Sql } from '#adapters/postgres/connect';
import type { PostbackGenerations } from '#core/conversions/ports';
import type { End } from '#core/shared/ending';
import type { Log } from '#core/shared/log';
import { Refusal } from '#core/shared/refusal';
import { secondMs } from '#core/shared/time';
import { repeat } from '#adapters/timers/repeat';

/** How long this instance may still accept a secret that another instance has replaced. */
const pollMs = 10 * secondMs;

/**
 * Which postback secrets were replaced, in memory and in a file of `dataDir`, so that postbacks are
 * accepted while Postgres is away. While Postgres answers, only Postgres decides.
 */
export function openKnownPostbacks({ dataDir, log }: { dataDir: string; log: Log }) {
  const kept = keptGenerations({ file: join(dataDir, 'postbacks.snapshot'), log });
  let known = kept.read();

  const take = async (read: Generations): Promise<void> => {
    if (known !== null && isSame(known, read)) return;
    known = read;
    await kept.write(read);
  };
  /** Refuses `unavailable` before Postgres was read for the first time. */
  const of = async (linkId: string): Promise<number> => {
    if (known !== null) return known.get(linkId) ?? 1;
    throw new Refusal('unavailable', 'Postbacks cannot be checked now. Please send it again.', {
      retryAfterSeconds: 1,
    });
  };

  return {
    of,

    /** Reads Postgres again and again, until the returned function is called. */
    follow(sql: Sql): End {
      const read = replacedGenerations(sql);
      const name = 'read replaced postback secrets';
      return repeat({ pauseMs: pollMs, name, log }, async () => take(await read()));
    },

    /** The generations in Postgres, and those in memory while it is away. */
    generations(sql: Sql): PostbackGenerations {
      const stored = postgresPostbackGenerations(sql);
      return {
        async of(linkId) {
          try {
            return await stored.of(linkId);
          } catch (error) {
            if (isPostgresOutage(error)) return of(linkId);
            throw error;
          }
        },
        async next(userId, linkId) {
          const generation = await stored.next(userId, linkId);
          // Before the first read there is no map to extend: the read will include this change.
          if (generation !== null && known !== null) {
            await take(new Map(known).set(linkId, generation));
          }
          return generation;
        },
      };
    },
  };
}

function isSame(one: Generations, other: Generations): boolean {
  return one.size === other.size && [...one].every(([id, number]) => other.get(id) === number);
}
