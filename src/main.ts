import { run } from './launch/run.ts';
import { configuredProviders } from './compose/social.ts';

await run({ findProviders: configuredProviders, stripeUrl: null });
