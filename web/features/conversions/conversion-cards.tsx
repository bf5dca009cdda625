import type { ConversionJson } from '#contract/conversions';
import { ConversionActions, type ConversionActionsProps } from './conversion-actions.tsx';
import { Amount, ClickFacts, ConvertedLink, Event, hasAmount, When } from './conversion-facts.tsx';
import { sourceName } from '#web/features/events/conversion-words.ts';
import { TrustBadge } from './trust-badge.tsx';

type ConversionCardsProps = Omit<ConversionActionsProps, 'conversion'> & {
  readonly conversions: readonly ConversionJson[];
};

/** The list of conversions on phones: one card each. */
export function ConversionCards({ conversions, onEdit, onRemove }: ConversionCardsProps) {
  return (
    <ul aria-label="Recent Conversions" className="border-t border-line">
      {conversions.map((each) => (
        <li key={each.id} className="grid gap-1.5 border-b border-line px-4 py-3 last:border-0">
          <div className="flex items-start justify-between gap-3">
            <div className="grid min-w-0 gap-0.5">
              <ConvertedLink conversion={each} />
              <Event conversion={each} />
            </div>
            <div className="-mt-1 -mr-2 flex shrink-0 items-center gap-1">
              <span className="font-semibold">
                <Amount conversion={each} of="value" />
              </span>
              <ConversionActions conversion={each} onEdit={onEdit} onRemove={onRemove} />
            </div>
          </div>
          <div className="flex min-w-0 items-center gap-1.5">
            <span className="shrink-0">
              <TrustBadge trust={each.trust} />
            </span>
            <ClickFacts conversion={each} />
          </div>
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
            <When conversion={each} />
            {hasAmount({ conversion: each, of: 'profit' }) && (
              <span>
                <Amount conversion={each} of="profit" /> profit
              </span>
            )}
            <span>{sourceName(each.source)}</span>
          </div>
        </li>
      ))}
    </ul>
  );
}
