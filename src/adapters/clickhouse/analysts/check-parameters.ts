import { refused } from './refuse.ts';

/** Characters of all uses of all parameters together. */
const mostCharacters = 1024 * 1024;

/**
 * Bounds what a statement becomes with its parameters: the engine writes a parameter's value at each
 * of its uses before its limits of time and memory hold.
 * @throws StatementFailure
 */
export function checkParameters(canonical: string, parameters: ReadonlyMap<string, string>): void {
  let characters = 0;
  for (const [, name = ''] of canonical.matchAll(/\{\s*(\w+)\s*:/g)) {
    characters += parameters.get(name)?.length ?? 0;
  }
  if (characters <= mostCharacters) return;
  throw refused(
    'QUERY_IS_TOO_LARGE',
    `The parameters come to more than ${mostCharacters} characters: use a long one only once`,
  );
}
