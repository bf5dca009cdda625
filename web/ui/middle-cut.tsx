import { cutText } from './cut-text.ts';

const tailLength = 14;
/** The beginning of a longer text is wider than the room that it keeps. */
const uncutLength = 20;

/**
 * Shortens a long text in its middle where space is short. The end stays whole, and the beginning
 * shrinks to its first letters. Where not even the end has room, it loses letters at its own beginning.
 */
export function MiddleCut({ text }: { readonly text: string }) {
  const { length, head, tail } = cutText(text, tailLength);
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
          className="max-w-[calc(100%-2ch)] shrink-0 overflow-hidden text-ellipsis whitespace-pre"
        >
          <bdi dir="ltr">{tail}</bdi>
        </span>
      </span>
    </span>
  );
}
