import type { ReactNode } from 'react';
import { paths } from '#web/paths.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Logo } from '#web/ui/logo.tsx';

type AuthLayoutProps = {
  readonly title: string;
  readonly text: string;
  /** For forms that need more width. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
  readonly footer: ReactNode;
};

/** The layout of pages outside the shell, such as signing in, signing up and paying. */
export function AuthLayout({ title, text, isWide, children, footer }: AuthLayoutProps) {
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] bg-[radial-gradient(60rem_28rem_at_50%_-8rem,var(--accent-soft),transparent)]">
      <header className="px-5 py-3 md:px-8">
        <a href={paths.home} className="inline-flex min-h-11 items-center rounded-md">
          <Logo />
        </a>
      </header>
      <main
        className={classNames(
          'mx-auto w-full self-center px-5 pb-20',
          isWide ? 'max-w-xl' : 'max-w-md',
        )}
      >
        <div className="rounded-xl border border-line bg-surface p-6 sm:p-8">
          <h1 className="text-2xl font-[650] tracking-tight">{title}</h1>
          <p className="mt-1 text-muted">{text}</p>
          {children}
        </div>
        <div className="mt-5 grid justify-items-center gap-1 text-center text-muted">{footer}</div>
      </main>
    </div>
  );
}
