import { useSetAtom } from 'jotai';
import { copyTextAtom } from '#web/app/state/clipboard.ts';
import { CodeBlock } from '#web/ui/texts/code-block.tsx';
import { CopyButton } from '#web/ui/texts/copy-button.tsx';
import type { Connection } from './connections.ts';

/** The text to copy for each tool. */
export function ConnectionList({ of }: { readonly of: readonly Connection[] }) {
  const copy = useSetAtom(copyTextAtom);
  return of.map(({ title, code }) => (
    <CodeBlock key={title} title={title} code={code}>
      <CopyButton size="sm" what={title} onCopy={() => copy(code)} />
    </CodeBlock>
  ));
}
