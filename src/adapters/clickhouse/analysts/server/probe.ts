import { ClickHouseError } from '@clickhouse/client';
import { identifier } from '#adapters/clickhouse/analysts/databases';
import { analystViews } from '#adapters/clickhouse/analysts/views';
import { isClickHouseOutage } from '#adapters/clickhouse/outage';
import {
  catalogStatements,
  closeStatements,
  openStatements,
  ownPolicyStatement,
  removeStatements,
} from './account-statements.ts';
import { attempts } from './attempts.ts';
import { probed, probedIds, type Probed, type Server } from './probed.ts';

/** The result of a probe. */
export type Proof =
  | {
      readonly kind: 'isolated';
      /** Why row policies stay off; null when they keep rows apart and hide nothing from others. */
      readonly withoutPolicies: string | null;
    }
  /** `reason`: what the server did not refuse, or why the probe could not run. */
  | { readonly kind: 'unproven'; readonly reason: string };

/** Not enough privileges (497), and read-only mode (164). */
const refusals = new Set([497, 164]);
/** Both rows of the probe's table. */
const everything = 'other+own';

/**
 * Creates two accounts that belong to nobody, with their own table and rows. As one of them it
 * tries everything that no account may do. Then it removes everything again. Only one caller at a
 * time may do this on a server. Rejects while the server is away.
 */
export async function probe(server: Server): Promise<Proof> {
  const parts = probed(server);
  try {
    await clear(parts);
    try {
      return await proofOf(parts);
    } finally {
      await clear(parts);
    }
  } catch (error) {
    if (isClickHouseOutage(error) || !(error instanceof ClickHouseError)) throw error;
    return { kind: 'unproven', reason: sentenceOf(error) };
  }
}

async function proofOf(parts: Probed): Promise<Proof> {
  await prepare(parts);
  const withoutPolicies = await faultOfPolicies(parts);
  await openBoth(parts, []);
  const problems = [...(await unreadable(parts)), ...(await notRefused(parts))];
  if (problems.length === 0) return { kind: 'isolated', withoutPolicies };
  return { kind: 'unproven', reason: `the server did not refuse: ${problems.join('; ')}` };
}

const accounts = ({ names }: Probed, policed: readonly string[]) =>
  Object.values(probedIds).map((userId) => ({ userId, names, policed }));

function clear(parts: Probed): Promise<void> {
  const { names, rows, stranger, database, run } = parts;
  return run([
    ...accounts(parts, []).flatMap((account) => [
      ...closeStatements(account),
      `DROP ROW POLICY IF EXISTS ${identifier(names.of(account.userId))} ON ${rows}`,
      ...removeStatements(account),
    ]),
    `DROP ROW POLICY IF EXISTS ${identifier(names.itself)} ON ${rows}`,
    `DROP USER IF EXISTS ${identifier(stranger)}`,
    `DROP DATABASE IF EXISTS ${database}`,
  ]);
}

function prepare({ names, database, rows, run }: Probed): Promise<void> {
  return run([
    ...catalogStatements(names),
    `CREATE DATABASE IF NOT EXISTS ${database}`,
    `CREATE TABLE ${rows} (user_id UUID, marker String) ENGINE = MergeTree ORDER BY user_id`,
    `INSERT INTO ${rows} SELECT '${probedIds.own}', 'own'
      UNION ALL SELECT '${probedIds.other}', 'other'`,
  ]);
}

/**
 * Opens both accounts with their views and a view that shows the account's row of the probe's
 * table.
 */
async function openBoth(parts: Probed, policed: readonly string[]): Promise<void> {
  for (const account of accounts(parts, policed)) {
    await parts.run([
      ...openStatements(account, parts.hash),
      `CREATE OR REPLACE VIEW ${identifier(parts.names.of(account.userId))}.probe
        DEFINER = CURRENT_USER SQL SECURITY DEFINER AS
        SELECT marker FROM ${parts.rows} WHERE user_id = toUUID('${account.userId}')`,
    ]);
  }
}

/**
 * Whether a policy for one account keeps its rows apart and leaves all rows to everybody else: the
 * latter depends on the server's configuration. Null when both hold.
 */
async function faultOfPolicies(parts: Probed): Promise<string | null> {
  const { names, client, rows, own, stranger, hash, run, as } = parts;
  await run([
    ownPolicyStatement(names, [rows]),
    `CREATE USER OR REPLACE ${identifier(stranger)} IDENTIFIED WITH sha256_hash
      BY '${hash.sha256}' SALT '${hash.salt}'`,
  ]);
  await openBoth(parts, [rows]);
  await run([own, stranger].map((user) => `GRANT SELECT ON ${rows} TO ${identifier(user)}`));
  const text = `SELECT arrayStringConcat(arraySort(groupArray(marker)), '+') FROM ${rows}`;
  const mine = await client.query({ query: text, format: 'TabSeparated' });
  const seen = [(await mine.text()).trim(), await as(stranger, text)];
  if (seen.some((found) => found !== everything)) {
    return 'users that no policy names would not see the rows any more';
  }
  return (await as(own, text)) === 'own' ? null : 'they do not keep rows apart';
}

type Expected = readonly [user: string, text: string, answer: string];

/**
 * Checks that both accounts read exactly their own data. Returns the problems; none when all is
 * right.
 */
async function unreadable({ names, own, other, as }: Probed): Promise<string[]> {
  const subquery = (setting: string): string =>
    `SELECT * FROM (SELECT marker FROM probe SETTINGS ${setting})`;
  const expected: Expected[] = [
    ...analystViews.map(({ name }): Expected => [own, `SELECT count() FROM ${name}`, '0']),
    [own, 'SELECT marker FROM probe', 'own'],
    [other, 'SELECT marker FROM probe', 'other'],
    [own, `SELECT count() FROM ${identifier(names.catalog)}.tables WHERE name = 'clicks'`, '1'],
    // The engine applies the settings of a subquery without a check. A refusal is also a correct
    // result.
    [own, subquery(`log_comment = 'sql:${probedIds.other}:x'`), 'own'],
    [own, subquery('readonly = 0'), 'own'],
  ];
  const problems: string[] = [];
  for (const [user, text, answer] of expected) {
    const found = await as(user, text);
    const isRefused = typeof found === 'number' && text.includes('SETTINGS');
    if (found !== answer && !isRefused) problems.push(`"${text}" answered ${found}`);
  }
  return problems;
}

async function notRefused({ names, rows, own, other, as }: Probed): Promise<string[]> {
  const probedNames = { rows, own: identifier(own), other: identifier(other) };
  const problems: string[] = [];
  for (const { what, text, codes = [], harmless } of attempts(names, probedNames)) {
    const found = await as(own, text);
    const isRefusal = typeof found === 'number' && (refusals.has(found) || codes.includes(found));
    if (isRefusal || found === harmless) continue;
    problems.push(typeof found === 'number' ? `${what} (code ${found})` : what);
  }
  return problems;
}

/** Which grant is missing, or what else failed, in one line. */
function sentenceOf({ message, code }: ClickHouseError): string {
  const grant = /necessary to have the grant (.+?)(?:\. ?$|\. \(|$)/m.exec(message)?.[1];
  if (code === '497' && grant !== undefined) return `Waypost's user lacks the grant ${grant}`;
  return `a statement failed with code ${code}: ${message.split('\n')[0]?.slice(0, 300)}`;
}
