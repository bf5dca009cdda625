const uncutLength = 24;
const tailLength = 14;

/**
 * Shortens a long text in its middle where space is short. The beginning and the end stay visible.
 */
export function MiddleCut({ text }: { readonly text: string }) {
  if (text.length <= uncutLength) return <span className="block truncate">{text}</span>;
  return (
    <span title={text} className="block min-w-0">
      <span className="sr-only">{text}</span>
      <span aria-hidden className="flex min-w-0">
        <span className="truncate">{text.slice(0, -tailLength)}</span>
        <span className="shrink-0 whitespace-pre">{text.slice(-tailLength)}</span>
      </span>
    </span>
  );
}
