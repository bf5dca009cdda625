import { run } from './run.ts';
import { configuredProviders } from './social.ts';

await run(configuredProviders);
