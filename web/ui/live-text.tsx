import type { ReactNode } from 'react';

type LiveTextProps = {
  readonly role: 'alert' | 'status';
  /** Nothing is shown without it. */
  readonly text: string | null | undefined;
  readonly icon: ReactNode;
  /** Of the region, which is there before its text so that screen readers announce that. */
  readonly className: string;
  readonly textClassName: string;
};

/** A text that screen readers announce when it appears. */
export function LiveText({ role, text, icon, className, textClassName }: LiveTextProps) {
  return (
    <div role={role} className={className}>
      {text && (
        <p className={textClassName}>
          {icon}
          {text}
        </p>
      )}
    </div>
  );
}
