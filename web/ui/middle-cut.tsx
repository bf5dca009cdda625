import { cutText } from './cut-text.ts';

const uncutLength = 24;
const tailLength = 14;

/**
 * Shortens a long text in its middle where space is short. The beginning and the end stay visible:
 * the beginning shrinks to some letters first, then the end.
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
        <span className="min-w-[7ch] shrink-[1000] truncate">{head}</span>
        <span className="flex min-w-0 justify-end overflow-hidden whitespace-pre">{tail}</span>
      </span>
    </span>
  );
}
