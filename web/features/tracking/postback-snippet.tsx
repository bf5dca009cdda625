import { useAtomValue, useSetAtom } from 'jotai';
import { Eye, EyeOff, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { postbackQuery, rotatePostbackAtom } from './tracking.ts';
import { showToastAtom } from '#web/app/state/toast.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { CodeBlock } from '#web/ui/texts/code-block.tsx';
import { CopyButton } from '#web/ui/texts/copy-button.tsx';
import { Dialog, DialogActions, DialogBody } from '#web/ui/floating/dialog.tsx';
import { Skeleton } from '#web/ui/answers/skeleton.tsx';
import { copyTextAtom } from '#web/app/state/clipboard.ts';
import { FormAlert } from '#web/forms/page-form.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { postbackUrl, type SnippetValues } from './snippets.ts';

const hidden = '••••••••••••';

type PostbackSnippetProps = { readonly linkId: string; readonly report: SnippetValues };

/** The postback URL with the link's secret. The secret is hidden until the person shows it. */
export function PostbackSnippet({ linkId, report }: PostbackSnippetProps) {
  const copyText = useSetAtom(copyTextAtom);
  const { data, error } = useAtomValue(postbackQuery(linkId));
  const [isShown, setIsShown] = useState(false);
  const [isChanging, setIsChanging] = useState(false);
  if (error && !data) return <FormAlert text={error.message} />;
  if (!data) return <Skeleton className="h-24" />;

  const Icon = isShown ? EyeOff : Eye;
  const copy = () => copyText(postbackUrl(report, data.secret));
  return (
    <>
      <CodeBlock title="Postback URL" code={postbackUrl(report, isShown ? data.secret : hidden)}>
        <IconButton
          label={isShown ? 'Hide secret' : 'Show secret'}
          className="size-[30px]"
          onClick={() => setIsShown(!isShown)}
        >
          <Icon aria-hidden className="size-4" />
        </IconButton>
        <IconButton label="New secret" className="size-[30px]" onClick={() => setIsChanging(true)}>
          <RefreshCw aria-hidden className="size-4" />
        </IconButton>
        <CopyButton size="sm" what="postback URL" onCopy={copy} />
      </CodeBlock>
      <p className="max-w-3xl text-sm text-faint">
        To refund a sale, send its order_id with status=refunded and the amount; if an order can
        have several refunds, also refund_id. A server that can send headers can use an API key
        instead of the secret.
      </p>
      <RotateDialog linkId={linkId} isOpen={isChanging} onClose={() => setIsChanging(false)} />
    </>
  );
}

type RotateDialogProps = { readonly linkId: string; readonly isOpen: boolean; onClose(): void };

/** Asks for confirmation before the current secret is replaced. */
function RotateDialog({ linkId, isOpen, onClose }: RotateDialogProps) {
  const showToast = useSetAtom(showToastAtom);
  const rotatePostback = useSetAtom(rotatePostbackAtom);
  const [rotate, isBusy] = useAction(async () => {
    await rotatePostback(linkId);
    onClose();
    showToast('The postback secret was changed');
  }, 'Failed to change the secret');

  return (
    <Dialog title="New Postback Secret" isOpen={isOpen} onClose={onClose}>
      <DialogBody>
        <p className="text-muted">
          Postbacks with the current secret are refused immediately. Copy the new URL to every
          server that calls it.
        </p>
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" isBusy={isBusy} onClick={rotate}>
          {isBusy ? 'Changing...' : 'Change secret'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
