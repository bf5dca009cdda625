import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { copyTextAtom } from '#web/app/state/clipboard.ts';
import { useReportQuestion } from '#web/features/analytics/report/question.ts';
import { withoutScheme } from '#web/format.ts';
import { Button, buttonClasses } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/texts/copy-button.tsx';
import { Dialog, DialogActions, DialogBody } from '#web/ui/floating/dialog.tsx';
import { EmbedCode } from './embed-code.tsx';
import { ShareForm } from './share-form.tsx';
import { PreviewLink, AllShared } from './share-words.tsx';
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
  const saved = (changed: SharedReport) => {
    const isEmbeddable = changed.hosts.some((host) => !report?.hosts.includes(host));
    if (isEmbeddable || changed.url !== report?.url) setShared(changed);
    else close();
  };
  const ready = report ? 'Your changes are saved' : 'Your page is ready';
  const title = shared ? ready : report ? 'Shared report' : 'Share this report';
  return (
    <Dialog title={title} isOpen={isOpen} onClose={close}>
      {shared ? (
        <Address report={shared} isNew={report === null} onClose={close} />
      ) : (
        <ShareForm
          report={report}
          question={question}
          onShared={report ? saved : setShared}
          onClose={close}
        />
      )}
    </Dialog>
  );
}

type AddressProps = { readonly report: SharedReport; readonly isNew: boolean; onClose(): void };

/** The address of a page, to copy, and the code for websites that may embed it. */
function Address({ report, isNew, onClose }: AddressProps) {
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
        <EmbedCode report={report} />
      </DialogBody>
      <DialogActions>
        <span className="mr-auto flex">{isNew && <AllShared />}</span>
        <Button onClick={onClose}>Done</Button>
      </DialogActions>
    </>
  );
}
