import { useAllocatorSettings } from './launch/allocator.ts';

useAllocatorSettings();
const { run } = await import('./launch/run.ts');
await run();
