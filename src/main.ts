import { run } from './run.ts';
import { configuredProviders } from './social.ts';

await run({ findProviders: configuredProviders, stripeUrl: null });
