import { afterAll, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { curlOf, pythonOf, typescriptOf } from '#web/build/docs/calls.ts';
import { docsFolder, type Operation, readApi } from '#web/build/docs/openapi.ts';
import { newTenant, type Things } from '#tests/support/builders/tenants';
import { undocumentedPart } from '#tests/support/documented';
import { curlCommands, documentedHost } from '#tests/support/readers/curl-commands';
import { edgeWorld } from '#tests/support/worlds/edge-world';
import { exampleId, ownIds, rowOfOperation } from './own-ids.ts';
import { prepare } from './prepare.ts';
import { typedPrograms } from './typed-programs.ts';

const world = await edgeWorld();
const folder = await typedPrograms();
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

/** Each language's examples are a hundred and more calls, and as many people. */
const longestMs = 240_000;

const { chapters } = await readApi();
const operations = chapters.flatMap((chapter) => chapter.operations);
const start = readFileSync(join(docsFolder, 'api/start.md'), 'utf8');

/** Of each answer, in order: nothing for a documented success, else what it was. */
const answers: string[] = [];

async function answered(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  // An uncompressed answer is compared with the document.
  request.headers.delete('accept-encoding');
  const answer = await world.api.fetch(request);
  const wrong = await undocumentedPart(request.method, pathname + search, answer);
  const isRight = answer.ok && wrong === null;
  answers.push(isRight ? '' : `${answer.status} ${wrong ?? (await answer.clone().text())}`);
  return answer;
}

const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: answered });
afterAll(() => server.stop(true));

/** An operation's example in a language, and the key of the person who calls it. */
type Example = { readonly id: string; readonly code: string; readonly key: string };

/**
 * The examples in the language, each with what its reader replaces: ids, the code of a link and the
 * file. Reads share a person. Each write has a person of its own: it may delete what others need.
 */
async function examplesIn(codeOf: (operation: Operation) => string): Promise<readonly Example[]> {
  const reader = await newTenant(world, { hasEvents: true });
  const examples: Example[] = [];
  for (const operation of operations) {
    const things = operation.method === 'GET' ? reader : await writerOf(operation);
    const code = replaced(codeOf(operation), operation, things);
    examples.push({ id: operation.operationId, code, key: things.fullKey });
  }
  return examples;
}

/** A person with one thing of each kind, as the operation needs them. */
async function writerOf({ path, operationId }: Operation): Promise<Things> {
  const hasEvents = path.startsWith('/conversions/{id}') || path.endsWith('/public-page');
  const things = await newTenant(world, { hasEvents });
  return { ...things, ...(await prepare[operationId]?.(world, things)) };
}

function replaced(example: string, operation: Operation, things: Things): string {
  const ids = [...ownIds(operation, things)];
  const file = folder.path(`${operation.operationId}.csv`);
  if (example.includes('file.csv')) {
    writeFileSync(file, String(rowOfOperation(operation).json?.(things)));
  }
  return example
    .replaceAll(exampleId, () => ids.shift() ?? exampleId)
    .replaceAll('"shortCode": "spring"', `"shortCode": "${things.alias}"`)
    .replaceAll('file.csv', file);
}

/** Runs the examples, in order; returns the operations without one documented success. */
async function failuresOf(
  examples: readonly Example[],
  run: (example: Example) => Promise<void>,
): Promise<readonly string[]> {
  const failed: string[] = [];
  for (const example of examples) {
    answers.length = 0;
    await run(example);
    const said = answers.length === 1 ? answers[0] : `${answers.length} calls`;
    if (said !== '') failed.push(`${example.id}: ${said}`);
  }
  return failed;
}

test(
  '[manuals] every example of the reference for curl succeeds',
  async () => {
    const failed = await failuresOf(await examplesIn(curlOf), async ({ code, key }) => {
      const [command] = curlCommands(`\`\`\`sh\n${code.replace('$WAYPOST_KEY', key)}\n\`\`\``);
      if (!command) throw new Error(`This is no call: ${code}`);
      const { path, method, headers, body, file } = command;
      const sent = file === undefined ? body : readFileSync(file);
      await answered(
        new Request(`http://localhost${path}`, {
          method,
          headers,
          ...(sent !== undefined && { body: sent }),
        }),
      );
    });

    expect(failed).toEqual([]);
  },
  longestMs,
);

/** What docs/api/start.md shows before its first call: the examples use it. */
const [client = ''] = /^import createClient.*?^\}\);$/ms.exec(start) ?? [];
const [, prelude = '', firstCall = ''] =
  /^```python\n(.*?)(^answer = .*?)^```$/ms.exec(start) ?? [];

test('[manuals] every example of the reference for TypeScript compiles as it is shown', async () => {
  const imports = /^import .*$/m;
  const shown = operations.map(typescriptOf);
  const imported = new Set(shown.flatMap((code) => imports.exec(code) ?? []));
  const blocks = shown.map((code) => `{\n${code.replace(imports, '')}\n}`);
  writeFileSync(folder.path('shown.ts'), [...imported, client, ...blocks].join('\n'));

  expect(folder.made).toBe('');
  expect(await folder.compile('shown.ts', '--types', 'node')).toBe('');
});

test(
  '[manuals] every example of the reference for TypeScript succeeds',
  async () => {
    const failed = await failuresOf(await examplesIn(typescriptOf), async ({ id, code, key }) => {
      const program = `${client}\n${code}\n`
        .replace('process.env.WAYPOST_KEY', JSON.stringify(key))
        .replaceAll(documentedHost, server.url.origin);
      writeFileSync(folder.path(`${id}.ts`), program);
      await import(folder.path(`${id}.ts`));
    });

    expect(failed).toEqual([]);
  },
  longestMs,
);

/** Runs each line's program and writes a point after it: one process, because Python starts slowly. */
const interpreter = `
import contextlib, io, json, os, sys
for line in sys.stdin:
    example = json.loads(line)
    os.environ["WAYPOST_KEY"] = example["key"]
    with contextlib.redirect_stdout(io.StringIO()):
        exec(example["code"], {})
    sys.stdout.write(".")
    sys.stdout.flush()
`;

test(
  '[manuals] every example of the reference and of docs/api/start.md for Python succeeds',
  async () => {
    await using python = startPython();
    const { fullKey } = await newTenant(world);
    const first = { id: 'docs/api/start.md', code: firstCall, key: fullKey };
    const failed = await failuresOf([first, ...(await examplesIn(pythonOf))], ({ code, key }) =>
      python.run({
        key,
        code: `${prelude}\n${code}`.replaceAll(documentedHost, server.url.origin),
      }),
    );

    expect(failed).toEqual([]);
  },
  longestMs,
);

function startPython() {
  const command = ['python3', '/usr/bin/python3'].find(hasRequests);
  if (command === undefined)
    throw new Error('The examples need Python with Requests: apt-get install python3-requests');
  const child = Bun.spawn([command, '-c', interpreter], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
    // A proxy of the machine must not get the calls.
    env: { ...process.env, NO_PROXY: '*' },
  });
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  return {
    async run(example: Readonly<Record<'key' | 'code', string>>): Promise<void> {
      void child.stdin.write(`${JSON.stringify(example)}\n`);
      await child.stdin.flush();
      const { value } = await lines.read();
      if (value !== '.') throw new Error(`Python ended: ${example.code}`);
    },
    async [Symbol.asyncDispose]() {
      child.kill();
      await child.exited;
    },
  };
}

function hasRequests(python: string): boolean {
  if (Bun.which(python) === null) return false;
  return Bun.spawnSync([python, '-c', 'import requests']).success;
}
