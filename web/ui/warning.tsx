import type { ReactNode } from 'react';

type WarningProps = {
  readonly icon: ReactNode;
  readonly text: string;
  /** `alert`: it appears while the person works, and screen readers read it at once. */
  readonly role: 'status' | 'alert';
  /** The button with the next step. */
  readonly children?: ReactNode;
};

/**
 * A box above a form that says why it cannot be sent, or above a report that says what its numbers
 * leave out.
 */
export function Warning({ icon, text, role, children }: WarningProps) {
  return (
    <div
      role={role}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5 rounded-md border border-warn/40 bg-warn-soft px-3 py-2.5 text-warn"
    >
      <p className="flex items-center gap-2.5">
        {icon}
        {text}
      </p>
      {children}
    </div>
  );
}
