import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dir, '../..');
export const documentPath = join(root, 'docs/guarantees.md');

/** One guarantee of the document: its name, its text, and the paths in its line 'Held by'. */
export type Guarantee = {
  readonly name: string;
  readonly promise: string;
  readonly heldBy: readonly string[];
};

const heldByLine = /^Held by: (.*)$/m;

export const readDocument = (): string => readFileSync(documentPath, 'utf8');

/** The guarantees of a document, in order. */
export function guaranteesIn(text: string): Guarantee[] {
  return sectionsOf(text).map(({ name, body }) => ({
    name,
    promise: body.replace(heldByLine, '').trim(),
    heldBy: [...(heldByLine.exec(body)?.[1] ?? '').matchAll(/`([^`]+)`/g)].map(
      ([, path]) => path ?? '',
    ),
  }));
}

/**
 * The document with new 'Held by' lines; `holders` maps the name of each guarantee to its files.
 */
export function withHolders(text: string, holders: ReadonlyMap<string, readonly string[]>): string {
  return (
    sectionsOf(text)
      .reduce((written, { name, heading, body }) => {
        const paths = (holders.get(name) ?? []).map((path) => `\`${path}\``).join(', ');
        const promise = body.replace(heldByLine, '').trim();
        return written.replace(
          heading + body,
          () => `${heading}\n${promise}\n\nHeld by: ${paths}\n\n`,
        );
      }, text)
      .trimEnd() + '\n'
  );
}

/** Each `### name` of the text, with the text below it until the next heading. */
function sectionsOf(text: string): { name: string; heading: string; body: string }[] {
  return [...text.matchAll(/^(### (\S+)\n)([\s\S]*?)(?=^##|$(?![\s\S]))/gm)].map(
    ([, heading = '', name = '', body = '']) => ({ name, heading, body }),
  );
}
