import type { ReactNode } from 'react';
import { usePageTitle } from './use-page-title.ts';

type PageHeaderProps = {
  readonly title: string;
  /** In the browser's tab, when the heading greets instead of naming. */
  readonly tabTitle?: string;
  readonly text?: string;
  readonly children?: ReactNode;
};

/** A page's heading, and on its right what steers the whole page. */
export function PageHeader({ title, tabTitle, text, children }: PageHeaderProps) {
  usePageTitle(tabTitle ?? title);
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div className="min-w-0">
        <h1 className="text-2xl font-[650] tracking-tight">{title}</h1>
        {text && <p className="mt-0.5 text-muted">{text}</p>}
      </div>
      {children && <div className="flex flex-wrap items-center gap-2">{children}</div>}
    </header>
  );
}
