/**
 * Whether two texts are the same, for texts that prove something: the comparison takes a time that
 * does not depend on where they differ.
 */
export function isSameText(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let at = 0; at < one.length; at += 1) {
    difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  }
  return difference === 0;
}
