import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { classNames } from './class-names.ts';
import { useIsPhone } from './browser/use-is-phone.ts';

type CardProps = { readonly className?: string; readonly children: ReactNode };

export function Card({ className, children }: CardProps) {
  return (
    <section className={classNames('min-w-0 rounded-lg border border-line bg-surface', className)}>
      {children}
    </section>
  );
}

type CardHeaderProps = {
  readonly title: string;
  readonly note?: ReactNode;
  /** What folds and unfolds the card, where it can be folded. */
  readonly fold?: Fold | undefined;
  readonly children?: ReactNode;
};

/** Whether a card is unfolded, and what changes that. */
export type Fold = { readonly isOpen: boolean; onToggle(): void };

/** Folds a secondary card on phones until somebody opens it; undefined on wider windows. */
export function usePhoneFold(): Fold | undefined {
  const [isOpen, setIsOpen] = useState(false);
  return useIsPhone() ? { isOpen, onToggle: () => setIsOpen(!isOpen) } : undefined;
}

/** A card's title. On its right: its controls. */
export function CardHeader({ title, note, fold, children }: CardHeaderProps) {
  return (
    <header className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 pt-3 pb-2">
      <div className="grid max-md:grow">
        <h2 className="text-lg font-semibold tracking-tight">
          {fold ? (
            <button
              type="button"
              aria-expanded={fold.isOpen}
              onClick={fold.onToggle}
              className="flex w-full items-center gap-2 rounded-sm text-left touch"
            >
              {title}
              <ChevronDown
                aria-hidden
                className={classNames('size-4 text-muted', fold.isOpen && 'rotate-180')}
              />
            </button>
          ) : (
            title
          )}
        </h2>
        {note && <p className="text-sm text-faint">{note}</p>}
      </div>
      {children}
    </header>
  );
}
