import { existsSync, readFileSync } from 'node:fs';
import { release } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'bun:test';

const module = join(import.meta.dir, '../../../src/adapters/scheduler/wake-promptly.ts');
const slices = `
  import { readFileSync } from 'node:fs';
  import { wakePromptly } from ${JSON.stringify(module)};
  const sliceOf = (file) => Number(/se\\.slice\\s*:\\s*(\\d+)/.exec(readFileSync(file, 'utf8'))[1]);
  const before = sliceOf('/proc/self/sched');
  const wasTaken = wakePromptly();
  const after = sliceOf('/proc/self/sched');
  const child = Bun.spawnSync(['cat', '/proc/self/sched']).stdout.toString();
  const inherited = Number(/se\\.slice\\s*:\\s*(\\d+)/.exec(child)[1]);
  console.log(JSON.stringify({ before, wasTaken, after, inherited }));
`;

/** Older kernels grant no slices, and some do not tell them. */
const [major = 0, minor = 0] = release().split('.').map(Number);
const grantsSlices = major > 6 || (major === 6 && minor >= 12);
const tellsSlices =
  existsSync('/proc/self/sched') && readFileSync('/proc/self/sched', 'utf8').includes('se.slice');

test.skipIf(!grantsSlices || !tellsSlices)(
  'a thread gets the shortest slice, and what it starts does not',
  () => {
    const { stdout } = Bun.spawnSync([process.execPath, '-e', slices]);

    const said: unknown = JSON.parse(stdout.toString());
    expect(said).toMatchObject({ wasTaken: true, after: 100_000 });
    expect(said).toHaveProperty('inherited', Object(said).before);
  },
);
