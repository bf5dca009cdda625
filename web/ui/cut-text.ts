const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * A text in two parts, of which the second has `tailLength` letters as people count them: an emoji or
 * a letter with its marks is one.
 */
export function cutText(text: string, tailLength: number) {
  const all = Array.from(letters.segment(text), ({ segment }) => segment);
  return {
    length: all.length,
    head: all.slice(0, -tailLength).join(''),
    tail: all.slice(-tailLength).join(''),
  };
}
