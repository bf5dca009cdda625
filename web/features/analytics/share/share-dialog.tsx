import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { copyTextAtom } from '#web/app/state/clipboard.ts';
import { useReportQuestion } from '#web/features/analytics/report/question.ts';
import { withoutScheme } from '#web/format.ts';
import { Button, buttonClasses } from '#web/ui/button.tsx';
import { CodeBlock } from '#web/ui/code-block.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Dialog, DialogActions, DialogBody } from '#web/ui/dialog.tsx';
import { ShareForm } from './share-form.tsx';
import { PreviewLink, SharedCount } from './share-words.tsx';
import type { SharedReport } from './shared-reports.ts';

type ShareDialogProps = {
  readonly isOpen: boolean;
  /** The report that is changed; null: the one that the page shows is shared. */
  readonly report: SharedReport | null;
  onClose(): void;
};

/** Shares the report that is shown, or changes a shared one. */
export function ShareDialog({ isOpen, report, onClose }: ShareDialogProps) {
  const [shared, setShared] = useState<SharedReport | null>(null);
  const question = useReportQuestion();
  const close = () => {
    setShared(null);
    onClose();
  };
  const title = shared ? 'Your page is ready' : report ? 'Shared report' : 'Share this report';
  return (
    <Dialog title={title} isOpen={isOpen} onClose={close}>
      {shared ? (
        <Address report={shared} onClose={close} />
      ) : (
        <ShareForm
          report={report}
          question={question}
          onShared={report ? close : setShared}
          onClose={close}
        />
      )}
    </Dialog>
  );
}

type AddressProps = { readonly report: SharedReport; onClose(): void };

/** The address of a new page, to copy. */
function Address({ report, onClose }: AddressProps) {
  const copyText = useSetAtom(copyTextAtom);
  return (
    <>
      <DialogBody>
        <p className="text-xl leading-8 font-semibold wrap-anywhere">{withoutScheme(report.url)}</p>
        <div className="flex flex-wrap gap-2">
          <CopyButton
            look="primary"
            autoFocus
            what="the address"
            onCopy={() => copyText(report.url)}
          />
          <a
            href={report.url}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClasses('secondary')}
          >
            Open
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
          <PreviewLink report={report} className={buttonClasses('secondary')} />
        </div>
        {report.hosts.length > 0 && <EmbedCode report={report} />}
      </DialogBody>
      <DialogActions>
        <span className="mr-auto flex">
          <SharedCount />
        </span>
        <Button onClick={onClose}>Done</Button>
      </DialogActions>
    </>
  );
}

/** The code by which a website shows the page in a frame. */
export function EmbedCode({ report }: { readonly report: SharedReport }) {
  const copyText = useSetAtom(copyTextAtom);
  const code = embedCode(report);
  return (
    <CodeBlock title={`Code for ${report.hosts.join(', ')}`} code={code}>
      <CopyButton size="sm" what="the code" onCopy={() => copyText(code)} />
    </CodeBlock>
  );
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '"': '&quot;',
};

export function embedCode({ url, name }: Pick<SharedReport, 'url' | 'name'>): string {
  const title = name.replaceAll(/[&<"]/g, (character) => escapes[character] ?? '');
  return `<iframe src="${url}" title="${title}" width="100%" height="900" style="border:0" loading="lazy"></iframe>`;
}
