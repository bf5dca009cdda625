import type { ReactNode } from 'react';
import { NoticesMenu } from '#web/features/notices/notices-menu.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { useIsPhone } from '#web/ui/browser/use-is-phone.ts';
import { useScreenTitle } from './use-page-title.ts';

type PageHeaderProps = {
  /** The heading, when it is not the screen's title. */
  readonly heading?: string;
  readonly text?: string;
  /** On the left of the heading. */
  readonly before?: ReactNode;
  /**
   * On phones the controls are always below the heading, so that they do not move when its text
   * changes.
   */
  readonly isStacked?: boolean;
  readonly children?: ReactNode;
};

/** A page's heading. On its right: the controls of the whole page and the notifications. */
export function PageHeader({ heading, text, before, isStacked, children }: PageHeaderProps) {
  const title = useScreenTitle();
  const isPhone = useIsPhone();
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div className={classNames('min-w-0', before ? 'flex items-center' : '')}>
        {before}
        <h1 dir="auto" className="text-2xl font-[650] tracking-tight wrap-anywhere">
          {heading ?? title}
        </h1>
        {text && <p className="mt-0.5 text-muted">{text}</p>}
      </div>
      <div
        className={classNames(
          'flex flex-wrap items-center gap-2 empty:hidden',
          isStacked && 'max-md:w-full',
        )}
      >
        {children}
        {!isPhone && <NoticesMenu />}
      </div>
    </header>
  );
}
