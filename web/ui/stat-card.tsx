import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { Skeleton } from './skeleton.tsx';

type StatCardProps = {
  readonly label: string;
  /** Undefined while it is loading. */
  readonly value: string | undefined;
  /** What the number is made of, or how it has changed. */
  readonly children?: ReactNode;
};

/** One number, large, and a line about it. */
export function StatCard({ label, value, children }: StatCardProps) {
  return (
    <Card className="p-4">
      <h2 className="font-medium text-muted">{label}</h2>
      {value === undefined ? (
        <>
          <Skeleton className="mt-2.5 h-6 w-24 md:h-8" />
          <Skeleton className="mt-2 h-4 w-32 max-w-full" />
        </>
      ) : (
        <>
          <p className="num mt-1.5 truncate text-2xl font-[650] tracking-tight md:text-3xl">
            {value}
          </p>
          <div className="num mt-0.5 text-sm text-faint">{children}</div>
        </>
      )}
    </Card>
  );
}
