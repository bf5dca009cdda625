import { existsSync, readFileSync } from 'node:fs';
import { release } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'bun:test';

const module = join(import.meta.dir, '../../../src/adapters/scheduler/wake-promptly.ts');
const script = `
  import { readFileSync } from 'node:fs';
  import { getPriority } from 'node:os';
  import { wakePromptly } from ${JSON.stringify(module)};
  const sliceIn = (text) => Number(/se\\.slice\\s*:\\s*(\\d+)/.exec(text)[1]);
  const ownSlice = () => sliceIn(readFileSync('/proc/self/sched', 'utf8'));
  const outputOf = (...cmd) => Bun.spawnSync(cmd).stdout.toString();
  const sliceBefore = ownSlice();
  const wasTaken = wakePromptly();
  console.log(JSON.stringify({
    wasTaken,
    sliceBefore,
    slice: ownSlice(),
    slicePassedOn: sliceIn(outputOf('cat', '/proc/self/sched')),
    niceness: getPriority(),
    nicenessPassedOn: Number(outputOf('nice')),
  }));
`;

/** Older kernels grant no slices, and some do not tell them. */
const [major = 0, minor = 0] = release().split('.').map(Number);
const grantsSlices = major > 6 || (major === 6 && minor >= 12);
const tellsSlices =
  existsSync('/proc/self/sched') && readFileSync('/proc/self/sched', 'utf8').includes('se.slice');

test.skipIf(!grantsSlices || !tellsSlices)(
  'a thread gets the shortest slice and the larger share it may have, and what it starts neither',
  () => {
    const said = saidBy([process.execPath, '-e', script]);

    expect(said).toMatchObject({ wasTaken: true, slice: 100_000, nicenessPassedOn: 0 });
    expect(said).toMatchObject({ niceness: mayTakeMore() ? -10 : 0 });
    expect(said).toHaveProperty('slicePassedOn', said['sliceBefore']);
  },
);

test.skipIf(!grantsSlices || !tellsSlices)(
  'a thread that was started with a niceness keeps it',
  () => {
    const said = saidBy(['nice', '-n', '5', process.execPath, '-e', script]);

    expect(said).toMatchObject({
      wasTaken: true,
      slice: 100_000,
      niceness: 5,
      nicenessPassedOn: 5,
    });
  },
);

function saidBy(cmd: string[]): Record<string, unknown> {
  const { stdout } = Bun.spawnSync(cmd);
  return JSON.parse(stdout.toString());
}

/** capabilities(7): CAP_SYS_NICE is the 23rd bit. */
function mayTakeMore(): boolean {
  const [, effective = '0'] =
    /^CapEff:\s*(\w+)/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return ((BigInt(`0x${effective}`) >> 23n) & 1n) === 1n;
}
