import { expect, test } from 'bun:test';
import { join } from 'node:path';

const allocator = join(import.meta.dir, '../../src/launch/allocator.ts');
const program = `
  const { useAllocatorSettings } = await import('${allocator}');
  useAllocatorSettings();
  const { MIMALLOC_PURGE_HOLES_MIN_INTERVAL, MIMALLOC_PURGE_DELAY, OTHER } = process.env;
  const values = [MIMALLOC_PURGE_HOLES_MIN_INTERVAL, MIMALLOC_PURGE_DELAY, OTHER];
  console.log(process.pid, process.argv.slice(1).join(), values.join());
`;

/** Runs the program; its process id, and what it printed. */
async function run(env: Record<string, string>) {
  const child = Bun.spawn([process.execPath, '-e', program, 'one', 'two'], { env });
  return { pid: child.pid, printed: (await new Response(child.stdout).text()).trim() };
}

test('a program starts again with the settings, as the same process with the same arguments', async () => {
  const { pid, printed } = await run({ OTHER: 'kept' });

  expect(printed).toBe(`${pid} one,two 30000,1000,kept`);
});

test("an operator's own value stays", async () => {
  const { pid, printed } = await run({ MIMALLOC_PURGE_DELAY: '10' });

  expect(printed).toBe(`${pid} one,two 30000,10,`);
});
