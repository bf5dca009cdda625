// `bun run seed:demo`: a Waypost that has seen some life, for those who try it out.
import { readConfig } from '#config';
import { demoPerson, seedDemo } from './demo.ts';

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
