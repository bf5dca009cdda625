import type { ConversionJson } from '#contract/conversions/conversions';
import { Badge } from '#web/ui/badge.tsx';
import { trustWords } from '#web/features/events/conversion-words.ts';

/** How reliable a conversion and its click are. */
export function TrustBadge({ trust }: { readonly trust: ConversionJson['trust'] }) {
  const word = trustWords.find((each) => each.trust === trust);
  return word ? (
    <span title={`${word.name}: ${word.meaning}`}>
      <Badge tone={word.tone}>{word.name}</Badge>
    </span>
  ) : null;
}

/** Explains the badges. */
export function TrustLegend() {
  return (
    <dl className="grid gap-x-6 gap-y-1.5 border-t border-line px-4 py-3 text-xs text-faint sm:grid-cols-2">
      {trustWords.map(({ trust, name, tone, meaning }) => (
        <div key={trust} className="flex items-baseline gap-2">
          <dt className="w-20 shrink-0">
            <Badge tone={tone}>{name}</Badge>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
