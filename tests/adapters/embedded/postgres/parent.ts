// Starts Postgres in the given folder, prints its address, and waits to be killed.
import { launchPostgres } from '#adapters/embedded/postgres/embedded-postgres';

const dataDir = process.argv[2];
if (dataDir === undefined) throw new Error('Name a data folder');
const { url } = await launchPostgres({ dataDir, log: () => {} });
process.stdout.write(`${url}\n`);
setInterval(() => {}, 60_000);
