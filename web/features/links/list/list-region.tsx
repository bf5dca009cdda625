import type { ReactNode, Ref } from 'react';

type ListRegionProps = {
  readonly ref: Ref<HTMLDivElement>;
  readonly label: string;
  readonly children: ReactNode;
};

/** A list in a card. It takes the focus when the focused row disappears. */
export function ListRegion({ ref, label, children }: ListRegionProps) {
  return (
    <div
      ref={ref}
      role="region"
      aria-label={label}
      tabIndex={-1}
      className="rounded-b-lg focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent-text"
    >
      {children}
    </div>
  );
}
