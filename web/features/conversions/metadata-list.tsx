import type { Conversion } from '#web/api.ts';

type MetadataListProps = { readonly metadata: NonNullable<Conversion['metadata']> };

/** What a program has sent with a conversion: names and values, as they are. */
export function MetadataList({ metadata }: MetadataListProps) {
  const entries = Object.entries(metadata);
  if (entries.length === 0) return null;
  return (
    <div className="grid min-w-0 gap-1.5">
      <p id="metadata" className="text-sm font-medium text-muted">
        Metadata
      </p>
      <div
        role="group"
        aria-labelledby="metadata"
        // Long lists scroll, also by keyboard.
        tabIndex={0}
        className="max-h-40 overflow-y-auto rounded-md border border-line bg-field px-3 py-2 text-sm"
      >
        <dl className="grid gap-2">
          {entries.map(([name, value]) => (
            <div key={name} className="grid gap-x-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
              <dt dir="auto" className="min-w-0 text-muted wrap-anywhere">
                {name}
              </dt>
              <dd dir="auto" className="min-w-0 whitespace-pre-wrap wrap-anywhere">
                {valueText(value)}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  );
}

/** Text as it is, and everything else as JSON. */
function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
