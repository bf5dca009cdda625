import { useSetAtom } from 'jotai';
import type { LinkImport } from '#web/api.ts';
import { useAction } from '#web/forms/use-action.ts';
import { wholeNumber } from '#web/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { cancelImportAtom } from './imports.ts';

/** A check or an import that goes on. The page can be left meanwhile. */
export function ImportProgress({ run }: { readonly run: LinkImport }) {
  const cancelImport = useSetAtom(cancelImportAtom);
  const [cancel, isBusy] = useAction(() => cancelImport(run.id), 'Failed to cancel');
  const isCheck = run.state === 'checking';
  const title = isCheck ? 'Checking the rows' : 'Importing';
  return (
    <Card>
      <CardHeader title={title} note={`${run.fileName}. You can leave this page: it goes on.`} />
      <div className="grid gap-4 px-4 pt-1 pb-5">
        <progress
          aria-label={title}
          value={run.doneRows}
          max={Math.max(1, run.rows)}
          className="h-2 w-full appearance-none overflow-hidden rounded-full bg-raised [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-raised [&::-webkit-progress-value]:bg-accent"
        />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="num text-muted">
            {wholeNumber(run.doneRows)} of {wholeNumber(run.rows)} rows
          </p>
          <Button isBusy={isBusy} onClick={cancel}>
            {isCheck ? 'Cancel' : 'Cancel the import'}
          </Button>
        </div>
      </div>
    </Card>
  );
}
