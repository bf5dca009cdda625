import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { checkSync } from 'recheck';

const root = join(import.meta.dir, '../..');

/** Expressions whose time grows faster than their text, and why no text is long enough for that. */
const bounded: Readonly<Record<string, string>> = {
  '/[\\s/.]+$/': 'the reserved words look at no name of more than 200 characters',
  '/<h2>(.*?)<\\/h2>/g': 'our own documents are read when the web app is built',
  '/\\/src\\/contract\\/.*\\.ts$/':
    'it reads the names of our own files when the document is written',
};

/** All regular expressions of the sources, with the place of the first use. */
async function expressions(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const path of new Bun.Glob('{src,web}/**/*.{ts,tsx}').scanSync({ cwd: root })) {
    const { program, errors } = parseSync(path, await Bun.file(join(root, path)).text());
    expect(errors).toEqual([]);
    new Visitor({
      Literal(literal) {
        if (!('regex' in literal)) return;
        const { pattern, flags } = literal.regex;
        found.set(`/${pattern}/${flags}`, path);
      },
      // An expression that is composed may contain plain names.
      NewExpression({ callee, arguments: [pattern] }) {
        if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return;
        if (pattern?.type !== 'TemplateLiteral') throw new Error(`${path} hides an expression`);
        found.set(`/${pattern.quasis.map(({ value }) => value.cooked).join('name')}/`, path);
      },
    }).visit(program);
  }
  return found;
}

function growthOf(expression: string): string {
  const end = expression.lastIndexOf('/');
  const [pattern, flags] = [expression.slice(1, end), expression.slice(end + 1)];
  const said = checkSync(pattern, flags, { timeout: 30_000 });
  return said.status === 'unknown' ? said.error.kind : said.complexity.summary;
}

test('[linear-parsing] no regular expression takes more than linear time', async () => {
  const found = await expressions();
  const growing = [...found].flatMap(([expression, path]) => {
    const growth = growthOf(expression);
    return /^(?:constant|linear|safe)/.test(growth) ? [] : [{ expression, path, growth }];
  });

  expect(found.size).toBeGreaterThan(100);
  expect(growing.filter(({ expression }) => bounded[expression] === undefined)).toEqual([]);
  // Each exception is still needed; and a new slow expression is detected.
  expect(growing.map(({ expression }) => expression).toSorted()).toEqual(
    Object.keys(bounded).toSorted(),
  );
  expect(growthOf('/^(?:a|a)*$/')).toStartWith('exponential');
}, 300_000);
