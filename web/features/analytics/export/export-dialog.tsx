import { useSetAtom } from 'jotai';
import { Download } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { useReportQuestion } from '#web/features/analytics/report/question.ts';
import { useAction } from '#web/forms/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogForm } from '#web/ui/dialog.tsx';
import { SelectField } from '#web/ui/fields/select.tsx';
import { exportedParts, exportReportAtom, formats } from './export-report.ts';

/** Saves the report's numbers, or one of its lists, with the current filters. */
export function ExportButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="sm" onClick={() => setIsOpen(true)}>
        <Download aria-hidden className="size-4 text-muted" />
        Export
      </Button>
      <Dialog
        title="Export"
        description="What is shown, with its range and its filters. Lists are exported whole."
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      >
        <ExportForm onClose={() => setIsOpen(false)} />
      </Dialog>
    </>
  );
}

function ExportForm({ onClose }: { onClose(): void }) {
  const question = useReportQuestion();
  const save = useSetAtom(exportReportAtom);
  const [what, setWhat] = useState('series');
  const [format, setFormat] = useState('csv');
  const [start, isBusy] = useAction(async () => {
    await save({ question, what, format });
    onClose();
  }, 'Failed to export data');
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    start();
  };
  return (
    <DialogForm
      label="Download"
      busyLabel="Exporting..."
      isBusy={isBusy}
      onSubmit={submit}
      onCancel={onClose}
    >
      <SelectField
        label="What"
        options={exportedParts}
        value={what}
        onChange={(event) => setWhat(event.target.value)}
      />
      <SelectField
        label="Format"
        options={formats}
        value={format}
        onChange={(event) => setFormat(event.target.value)}
      />
    </DialogForm>
  );
}
