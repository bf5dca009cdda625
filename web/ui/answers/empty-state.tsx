import type { ReactNode } from 'react';

type EmptyStateProps = {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text?: string;
  /** The next thing to do. */
  readonly action?: ReactNode;
};

/** Shown instead of an empty list: why it is empty, and the next step. */
export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-1 px-6 py-10 text-center">
      <span
        aria-hidden
        className="mb-2 grid size-10 place-items-center rounded-full bg-raised text-muted [&_svg]:size-5"
      >
        {icon}
      </span>
      <p className="font-semibold">{title}</p>
      {text && <p className="max-w-sm text-muted">{text}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
