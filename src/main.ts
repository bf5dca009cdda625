import { run } from './launch/run.ts';

await run();
