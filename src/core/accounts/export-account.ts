import { refuseFlood, type RateLimit } from '#core/shared/limits/rate-limit';
import type { Clock } from '#core/shared/time';

/** One stored row: its columns by name, as JSON values. */
export type KeptRow = Readonly<Record<string, unknown>>;

/** What one table stores about a person, without secrets that only prove their identity. */
export type KeptTable = {
  readonly name: string;
  readonly columns: readonly string[];
  /** Yields a few rows at a time, and reads on only as fast as the caller consumes them. */
  rows(): AsyncIterable<readonly KeptRow[]>;
};

/** A store of personal data. `tablesOf` throws while it is away. */
export type PersonalDataStore = { tablesOf(userId: string): Promise<readonly KeptTable[]> };

const tooManyExports = 'You downloaded your data several times recently. Please try again later.';

type ExportPorts = {
  readonly stores: readonly PersonalDataStore[];
  /** How often an account may request its export. */
  readonly exports: RateLimit;
  readonly clock: Clock;
};

/** Everything stored about an account, table by table. Refuses `too_many_requests`. */
export async function exportAccount(
  { stores, exports, clock }: ExportPorts,
  userId: string,
): Promise<readonly KeptTable[]> {
  refuseFlood(exports.waitSeconds(userId, clock.now()), tooManyExports);
  const tables = await Promise.all(stores.map((store) => store.tablesOf(userId)));
  return tables.flat();
}
