const shownTail = 12;
/** Texts up to this length are not shortened in their middle. CSS shortens them at their end. */
const uncutLength = 20;

/**
 * Shortens a text where space is short: a long one in its middle, a short one at its end. The end of
 * a long one stays whole, and the beginning shrinks to its first letters. When even the end does not
 * fit, letters at its beginning are cut without a sign of their own: the beginning's one stands before
 * them.
 */
export function MiddleCut({ text }: { readonly text: string }) {
  const { length, head, tail } = cutText(text, shownTail);
  if (length <= uncutLength) {
    return (
      <span title={text} className="block truncate">
        {text}
      </span>
    );
  }
  return (
    <span title={text} className="block min-w-0">
      <span className="sr-only">{text}</span>
      <span aria-hidden className="flex min-w-0">
        <span className="min-w-0 truncate">{head}</span>
        <span
          dir="rtl"
          className="max-w-[calc(100%-2.5ch)] shrink-0 overflow-hidden whitespace-pre"
        >
          <bdi dir="ltr">{tail}</bdi>
        </span>
      </span>
    </span>
  );
}

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
