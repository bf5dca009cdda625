import type { ReactNode } from 'react';

type TitleAboveProps = {
  /** Null: there is none, and only the rest is shown. */
  readonly title: string | null;
  readonly children: ReactNode;
};

/** What a dialog is about: its title, if it has one, and its address below. */
export function TitleAbove({ title, children }: TitleAboveProps) {
  return (
    <span className="grid min-w-0 grid-cols-1">
      {title !== null && (
        <span dir="auto" title={title} className="truncate font-medium text-text">
          {title}
        </span>
      )}
      {children}
    </span>
  );
}
