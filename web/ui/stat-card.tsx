import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { Skeleton } from './answers/skeleton.tsx';

type StatCardProps = {
  readonly label: string;
  /** Undefined while it is loading. */
  readonly value: string | undefined;
  /** A line below the number: its parts, or its change. */
  readonly children?: ReactNode;
  /** Lines about as long as `children` will be. While loading, they reserve the space invisibly. */
  readonly reserved?: readonly string[];
};

/** One large number with a line about it. */
export function StatCard({ label, value, children, reserved = ['0'] }: StatCardProps) {
  return (
    <Card className="flex flex-col p-4">
      <h2 className="font-medium text-muted">{label}</h2>
      {value === undefined ? (
        <>
          <div className="mt-1.5 flex h-7 items-center md:h-9">
            <Skeleton className="h-6 w-24 md:h-8" />
          </div>
          <div aria-hidden className="num mt-0.5 text-sm">
            {reserved.map((line) => (
              <span key={line} className="block">
                <span className="skeleton box-decoration-clone text-transparent select-none">
                  {line}
                </span>
              </span>
            ))}
          </div>
        </>
      ) : (
        <>
          <p className="num mt-1.5 truncate text-2xl font-[650] tracking-tight md:text-3xl">
            {value}
          </p>
          <div className="num mt-0.5 flex grow flex-col text-sm text-faint">{children}</div>
        </>
      )}
    </Card>
  );
}
