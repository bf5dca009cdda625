import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

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
  readonly children?: ReactNode;
};

/** A card's title. On its right: its controls. */
export function CardHeader({ title, note, children }: CardHeaderProps) {
  return (
    <header className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 pt-3 pb-2">
      <div className="grid">
        <h2 className="text-lg font-semibold tracking-tight">{title}</h2>
        {note && <p className="text-sm text-faint">{note}</p>}
      </div>
      {children}
    </header>
  );
}
