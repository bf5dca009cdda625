import { classNames } from '#web/ui/class-names.ts';

/** A placeholder of the same size as the content that is loading. */
export function Skeleton({ className }: { readonly className: string }) {
  return <span aria-hidden className={classNames('skeleton block', className)} />;
}

const widths = ['w-4/5', 'w-3/5', 'w-2/3', 'w-2/5', 'w-1/2', 'w-1/3'];

/** A placeholder for a list. Screen readers announce `label`. */
export function SkeletonRows({ count, label }: { readonly count: number; readonly label: string }) {
  return (
    <div role="status" className="grid gap-3 px-4 py-3">
      <span className="sr-only">{label}</span>
      {Array.from({ length: count }, (_, row) => (
        <Skeleton key={row} className={`h-5 ${widths[row % widths.length] ?? ''}`} />
      ))}
    </div>
  );
}
