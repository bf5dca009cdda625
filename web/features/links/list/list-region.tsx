import type { ReactNode, Ref } from 'react';

type ListRegionProps = { readonly ref: Ref<HTMLDivElement>; readonly children: ReactNode };

/** A list of links in a card. It takes the focus when the focused row disappears. */
export function ListRegion({ ref, children }: ListRegionProps) {
  return (
    <div
      ref={ref}
      role="region"
      aria-label="List of links"
      tabIndex={-1}
      className="rounded-b-lg focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent-text"
    >
      {children}
    </div>
  );
}
