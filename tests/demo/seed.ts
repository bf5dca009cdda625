// `bun run seed:demo`: a Waypost with forty links and ninety days of events, for trying it out.
// Until the packages are installed, it imports only what Bun itself contains.
import { installPackages } from '#install';
import { startAgain } from '#roots/launch/start-again';

if (await installPackages()) startAgain();
const { readConfig } = await import('#config');
const { demoPerson, seedDemo } = await import('./demo.ts');

const { dataDir } = readConfig(process.env);
const env = Object.fromEntries(
  Object.entries(process.env).map(([name, value]) => [name, value ?? '']),
);

console.log('Making forty links and ninety days of visits and conversions ...');
const waypost = await seedDemo({ dataDir, env: { ...env, PORT: '0' } });
await waypost.stop();
console.log(
  `Done. Run \`bun start\` and sign in as ${demoPerson.email}, "${demoPerson.password}".`,
);
