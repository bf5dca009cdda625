import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { namesOf, routes } from '#contract/routes';
import { rows } from '#tests/edge/rows';
import { documentPath, operations } from '#tests/support/documented';

const root = join(import.meta.dir, '../..');

const lint = z.object({
  problems: z.array(z.object({ ruleId: z.string(), message: z.string() })),
});

async function run(...command: string[]): Promise<{ exit: number; out: string }> {
  const child = Bun.spawn([process.execPath, ...command], {
    cwd: root,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    stderr: 'pipe',
  });
  const [out, said] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { exit: await child.exited, out: out + said };
}

test('docs/api/openapi.json is what the contract says: `bun run openapi` writes it', async () => {
  const printed = await run('src/launch/openapi/write.ts', '--print');

  const isCurrent = Bun.deepEquals(
    JSON.parse(printed.out),
    JSON.parse(readFileSync(documentPath, 'utf8')),
  );
  expect({ isCurrent }).toEqual({ isCurrent: true });
});

test('the document has the operations that programs may call, and each has its row in the matrix', () => {
  const open = ({ path, caller }: (typeof routes)[number]) =>
    /^\/api\/v1(\/|$)/.test(path) && caller === 'anybody';
  const called = routes.filter((route) => route.scope !== undefined || open(route));

  const documented = operations.map(
    ({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
  );

  expect(documented.toSorted()).toEqual(called.map(({ name }) => name).toSorted());
  expect(called.flatMap(namesOf).filter((name) => rows[name] === undefined)).toEqual([]);
});

test('every operation has its scope, and requests name every field that they may have', () => {
  for (const { operation, method, path } of operations) {
    const name = `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
    const scope = routes.find((each) => each.name === name)?.scope;
    expect({ name, scope: operation['x-scope'] }).toEqual({ name, scope });
    const body = operation.requestBody?.content['application/json']?.schema;
    if (body?.['properties']) expect(body['additionalProperties']).toBe(false);
  }
});

test('redocly finds nothing to say about the document', async () => {
  const linted = await run(
    ...['node_modules/@redocly/cli/bin/cli.js', 'lint', documentPath],
    ...['--config', 'tests/openapi/redocly.yaml', '--format', 'json'],
  );

  const found = lint.parse(JSON.parse(/^\{.*^\}/ms.exec(linted.out)?.[0] ?? ''));
  expect(found.problems).toEqual([]);
  expect(linted.exit).toBe(0);
});
