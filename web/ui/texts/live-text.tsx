import type { ReactNode } from 'react';

type LiveTextProps = {
  readonly role: 'alert' | 'status';
  /** Null and undefined show nothing. */
  readonly text: string | null | undefined;
  readonly icon: ReactNode;
  /**
   * Classes of the live region. The region is rendered before its text, so that screen readers
   * announce the text.
   */
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
