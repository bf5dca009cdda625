import { useAtomValue, useSetAtom } from 'jotai';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useReportQuestion } from '#web/features/analytics/report/question.ts';
import { reportQuery } from '#web/features/analytics/report/queries.ts';
import { useCurrency, useMeasure } from '#web/features/analytics/report/read-only.ts';
import { useAction } from '#web/forms/use-action.ts';
import { Dialog, DialogForm } from '#web/ui/floating/dialog.tsx';
import { type Option, SelectField } from '#web/ui/fields/select.tsx';
import { type Exported, exportedParts, exportReportAtom } from './export-report.ts';
import { type ExportFormat, formats } from './formats.ts';

type ExportDialogProps = {
  readonly isOpen: boolean;
  readonly firstFormat: ExportFormat;
  onClose(): void;
};

/** Saves the report's numbers, or one of its lists, with the current filters. */
export function ExportDialog({ isOpen, ...props }: ExportDialogProps) {
  return (
    <Dialog
      title="Export"
      description="What is shown, with its range and its filters. Lists are exported whole."
      isOpen={isOpen}
      onClose={props.onClose}
    >
      <ExportForm {...props} />
    </Dialog>
  );
}

/** Why it cannot be exported. The report's currency and costs decide what is in the file. */
const noReport = 'The report could not be loaded.';

function ExportForm({ firstFormat, onClose }: Omit<ExportDialogProps, 'isOpen'>) {
  const question = useReportQuestion();
  const measure = useMeasure();
  const { data: report, error } = useAtomValue(reportQuery(question));
  const currency = useCurrency(report);
  const save = useSetAtom(exportReportAtom);
  const [what, setWhat] = useState<Exported>('series');
  const [format, setFormat] = useState(firstFormat);
  // An export of a dialog that was closed must not close the next one.
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const [start, isBusy] = useAction(async () => {
    const hasCosts = Boolean(report?.costs);
    await save({ question, currency, hasCosts, what, measure, format });
    if (isShown.current) onClose();
  }, 'Failed to export data');
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    start();
  };
  return (
    <DialogForm
      label="Download"
      busyLabel="Exporting..."
      cancelLabel={isBusy ? 'Close' : 'Cancel'}
      isBusy={isBusy}
      goesOn
      blocked={report ? undefined : error ? noReport : 'The report is still loading.'}
      onSubmit={submit}
      onCancel={onClose}
    >
      <SelectField
        label="What"
        options={exportedParts}
        value={what}
        onChange={({ target }) => setWhat(valueIn(exportedParts, target.value))}
      />
      <SelectField
        label="Format"
        options={formats}
        value={format}
        onChange={({ target }) => setFormat(valueIn(formats, target.value))}
      />
    </DialogForm>
  );
}

function valueIn<Value extends string>(options: readonly Option<Value>[], text: string): Value {
  const found = options.find(({ value }) => value === text);
  if (found === undefined) throw new Error(`No option is ${text}`);
  return found.value;
}
