import { refuseFlood, type RateLimit } from '#core/shared/rate-limit';
import type { Clock } from '#core/shared/time';

/** What is kept of something, by the name of each column; as JSON would have it. */
export type KeptRow = Readonly<Record<string, unknown>>;

/** What one table keeps of a person, without what only serves to prove who they are. */
export type KeptTable = {
  readonly name: string;
  readonly columns: readonly string[];
  /** A few rows at a time, read on only as fast as they are taken. */
  rows(): AsyncIterable<readonly KeptRow[]>;
};

const tooManyExports = 'You downloaded your data several times recently. Please try again later.';

export type ExportAccountPorts = {
  /** Whoever keeps something of people. Throws while it is away. */
  readonly keepers: readonly { tablesOf(userId: string): Promise<readonly KeptTable[]> }[];
  /** How often an account may ask: the answer is everything. */
  readonly exports: RateLimit;
  readonly clock: Clock;
};

/** Everything that is kept of an account, table by table. Refuses `too_many_requests`. */
export type ExportAccount = (userId: string) => Promise<readonly KeptTable[]>;

export function exportAccount({ keepers, exports, clock }: ExportAccountPorts): ExportAccount {
  return async (userId) => {
    refuseFlood(exports.waitSeconds(userId, clock.now()), tooManyExports);
    const tables = await Promise.all(keepers.map((keeper) => keeper.tablesOf(userId)));
    return tables.flat();
  };
}
