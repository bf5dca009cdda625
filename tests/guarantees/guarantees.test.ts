import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { guaranteesIn, readDocument, root, withHolders } from './document.ts';
import { disabling, holdersOf, namesInTests, namesInTitles } from './titles.ts';

const guarantees = guaranteesIn(readDocument());
const documented = guarantees.map(({ name }) => name);
const named = namesInTests();

/** The differences between the document and the titles of tests. */
function differences(inDocument: readonly string[], inTests: ReadonlyMap<string, string[]>) {
  const holders = holdersOf(inTests);
  return {
    heldByNoTest: inDocument.filter((name) => !holders.has(name)),
    notInTheDocument: [...holders.keys()].filter((name) => !inDocument.includes(name)),
  };
}

test('each guarantee is held by a test, and each name in a title is a guarantee', () => {
  expect(differences(documented, named)).toEqual({ heldByNoTest: [], notInTheDocument: [] });
});

test('the document names the files that hold each guarantee (bun run guarantees writes them)', () => {
  const holders = holdersOf(named);

  for (const { name, heldBy } of guarantees) {
    expect([name, heldBy]).toEqual([name, holders.get(name) ?? []]);
  }
});

test('each guarantee has one name and one to four lines', () => {
  expect(documented.length).toBeGreaterThan(100);
  expect(documented.filter((name, index) => documented.indexOf(name) !== index)).toEqual([]);
  for (const { name, promise } of guarantees) {
    expect([name, /^[a-z]+(?:-[a-z]+)*$/.test(name)]).toEqual([name, true]);
    expect([name, /^(?:.+\n?){1,4}$/.test(promise)]).toEqual([name, true]);
  }
});

/**
 * A code of a requirements list that is not in the repository. Titles of tests used such codes
 * before.
 */
const code = /\b(?:SEC|REL|PRIV)-\d+/g;

test('no file names a requirement by a code', () => {
  const folders = '{.github,clickhouse,docs,migrations,patches,src,tests,web}/**/*';
  const text = '{ts,tsx,js,mjs,css,sql,md,json,jsonc,yaml,yml,toml,txt,html,patch}';
  const found = [`${folders}.${text}`, `*.${text}`, 'Dockerfile']
    .flatMap((pattern) => [...new Bun.Glob(pattern).scanSync({ cwd: root, dot: true })])
    .flatMap((path) => {
      const codes = readFileSync(join(root, path), 'utf8').match(code) ?? [];
      return codes.map((each) => `${path}: ${each}`);
    });

  expect(found).toEqual([]);
  expect('one (SEC-\u{32}0)'.match(code)).toEqual(['SEC-\u{32}0']);
});

test.each([...disabling])('a test behind .%s holds no guarantee', (modifier) => {
  const named = (call: string) => namesInTitles('a.test.ts', `${call}('[one] a title', run);`);

  expect(named('test')).toEqual(['one']);
  expect(named(`test.${modifier}`)).toEqual([]);
  expect(named(`describe.${modifier}`)).toEqual([]);
});

test('a guarantee without a test and a title without a guarantee are both found', () => {
  const source = `
    // test('[in-a-comment] is no test', run);
    test('[one] [two] a title', run);
    describe.each(table)(\`[three] of \${what}\`, run);
    onSmallDisk('[four] wrapped', run);
    page.locator('[six] svg');
    test('says [seven] later', run);
  `;
  const names = namesInTitles('a.test.ts', source);
  const page =
    '# Page\n\n### one\n\nIt holds.\n\nHeld by: `b.test.ts`\n\n## Part\n\n### eight\n\nNo.\n';

  expect(names).toEqual(['one', 'two', 'three', 'four']);
  expect(differences(['one', 'two', 'three', 'eight'], new Map([['a.test.ts', names]]))).toEqual({
    heldByNoTest: ['eight'],
    notInTheDocument: ['four'],
  });
  expect(guaranteesIn(page)).toEqual([
    { name: 'one', promise: 'It holds.', heldBy: ['b.test.ts'] },
    { name: 'eight', promise: 'No.', heldBy: [] },
  ]);
  expect(
    withHolders(
      page,
      new Map([
        ['one', ['c.test.ts']],
        ['eight', ['a.test.ts']],
      ]),
    ),
  ).toBe(
    '# Page\n\n### one\n\nIt holds.\n\nHeld by: `c.test.ts`\n\n## Part\n\n### eight\n\nNo.\n\nHeld by: `a.test.ts`\n',
  );
});
