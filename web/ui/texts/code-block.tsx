import type { ReactNode } from 'react';

type CodeBlockProps = {
  readonly title: string;
  readonly code: string;
  /** Buttons beside the title. */
  readonly children?: ReactNode;
};

/** Code to copy, with a title and buttons above it. */
export function CodeBlock({ title, code, children }: CodeBlockProps) {
  return (
    <figure className="min-w-0 overflow-hidden rounded-md border border-line-strong bg-field">
      <figcaption className="flex min-h-11 flex-wrap items-center justify-between gap-2 border-b border-line py-1.5 pr-1.5 pl-3 text-sm font-medium text-muted">
        {title}
        {children && <span className="flex flex-wrap items-center gap-1.5">{children}</span>}
      </figcaption>
      <pre className="p-3 font-mono text-sm leading-5 wrap-anywhere whitespace-pre-wrap">
        <code>{code}</code>
      </pre>
    </figure>
  );
}
