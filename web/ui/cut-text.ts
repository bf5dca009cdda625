const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * A text in two parts. The second is its last `tailLength` letters as people count them: an emoji or a
 * letter with its marks is one. When these contain the beginning of a path's part, it begins there:
 * `/november` of `go.example/november`.
 */
export function cutText(text: string, tailLength: number) {
  const all = Array.from(letters.segment(text), ({ segment }) => segment);
  const start = Math.max(0, all.length - tailLength);
  const slash = start === 0 ? -1 : all.slice(0, -1).indexOf('/', start);
  const cut = slash === -1 ? start : slash;
  return { length: all.length, head: all.slice(0, cut).join(''), tail: all.slice(cut).join('') };
}
