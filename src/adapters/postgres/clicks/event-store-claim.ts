import postgres from 'postgres';
import { secondMs } from '#core/shared/time';
import { sessionLimits } from '#adapters/postgres/connect';
import { serversOf } from '#adapters/postgres/servers';

/** Whether this instance has the claim, and how to release it. */
export type EventStoreClaim = { readonly isOurs: boolean; release(): Promise<void> };

const renewEveryMs = secondMs;

/**
 * Claims that this instance's own ClickHouse is the only store of this database's events. Another
 * instance may have the claim already: with two ClickHouses behind one Postgres, each would show
 * half of the numbers. A claim lives as long as its connection, so it is made again when that
 * breaks; `onLost` is called when another instance has taken it meanwhile. Rejects while Postgres
 * is away.
 */
export async function claimEventStore(url: string, onLost: () => void): Promise<EventStoreClaim> {
  let isHeld = false;
  let isReleased = false;
  const sql = postgres(url, {
    ...serversOf(url),
    max: 1,
    // Otherwise the driver would replace the connection within the hour, and the claim would be
    // lost.
    max_lifetime: null,
    connect_timeout: 5,
    onnotice: () => {},
    connection: { application_name: 'waypost claim', ...sessionLimits },
    onclose: () => {
      if (!isHeld || isReleased) return;
      isHeld = false;
      void renew();
    },
  });
  const claim = async (): Promise<boolean> => {
    const [row] = await sql<{ claimed: boolean }[]>`
      SELECT pg_try_advisory_lock(hashtextextended('waypost event store', 0)) AS claimed`;
    return row?.claimed === true;
  };
  const renew = async (): Promise<void> => {
    let isTold = false;
    while (!isHeld && !isReleased) {
      await Bun.sleep(renewEveryMs);
      if (isReleased) return;
      // While Postgres is away, no other instance can claim either.
      const outcome = await claim().catch(() => 'away' as const);
      isHeld = outcome === true;
      if (outcome === false && !isTold) onLost();
      isTold ||= outcome === false;
    }
  };

  const release = async (): Promise<void> => {
    isReleased = true;
    await sql.end({ timeout: 1 });
  };

  try {
    isHeld = await claim();
  } catch (error) {
    await release();
    throw error;
  }
  return { isOurs: isHeld, release };
}
