import type { ReactNode } from 'react';

type FullPageProps = {
  /** A few large characters above the heading. */
  readonly sign: string;
  readonly title: string;
  readonly text: string;
  /** Whether the page is inside the signed-in shell. */
  readonly isInShell?: boolean;
  readonly children: ReactNode;
};

/** A page with one message and the actions that follow from it. */
export function FullPage({ sign, title, text, isInShell, children }: FullPageProps) {
  const Frame = isInShell ? 'div' : 'main';
  return (
    <Frame className="grid min-h-[70dvh] place-content-center justify-items-center gap-2 p-6 text-center">
      <p
        aria-hidden
        className="num text-[88px] leading-none font-[650] tracking-tighter text-accent-text"
      >
        {sign}
      </p>
      <h1 className="mt-2 text-2xl font-[650] tracking-tight">{title}</h1>
      <p className="mb-4 max-w-sm text-muted">{text}</p>
      {children}
    </Frame>
  );
}
