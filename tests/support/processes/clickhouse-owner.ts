import { launchClickHouse } from '#adapters/embedded/clickhouse/embedded-clickhouse';

/** An application with only a ClickHouse, to be killed: prints the child's pid. */
const dataDir = process.argv[2] ?? '';
const engine = await launchClickHouse({ dataDir, log: () => {} });
process.stdout.write(`${engine.pid() ?? 0}\n`);
