import { Skeleton } from '#web/ui/skeleton.tsx';

/** A placeholder for the card form. */
export function CardFormSkeleton() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Loading the payment form</span>
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
      <Skeleton className="h-10" />
    </div>
  );
}
