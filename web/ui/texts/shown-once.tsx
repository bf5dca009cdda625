import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { CodeBlock } from './code-block.tsx';
import { CopyButton } from './copy-button.tsx';
import { DialogActions, DialogBody } from '#web/ui/floating/dialog.tsx';

type ShownOnceProps = {
  readonly title: string;
  readonly secret: string;
  /** Above the secret: that it has to be copied now, and how it is used. */
  readonly text: ReactNode;
  /** Below the secret. */
  readonly children?: ReactNode;
  /** Returns whether that succeeded. */
  onCopy(): Promise<boolean>;
  onDone(): void;
};

/**
 * What a dialog shows after it created a secret that is not shown again. The copy button gets the
 * focus, and not Done: pressing Enter once more must not close the dialog.
 */
export function ShownOnce({ title, secret, text, children, onCopy, onDone }: ShownOnceProps) {
  return (
    <>
      <DialogBody>
        <p className="text-muted">{text}</p>
        <CodeBlock title={title} code={secret}>
          <CopyButton autoFocus size="sm" what={title} onCopy={onCopy} />
        </CodeBlock>
        {children}
      </DialogBody>
      <DialogActions>
        <Button look="primary" onClick={onDone}>
          Done
        </Button>
      </DialogActions>
    </>
  );
}
