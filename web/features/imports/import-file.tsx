import { useSetAtom } from 'jotai';
import { FileUp } from 'lucide-react';
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react';
import { searchParamsAtom } from '#web/app/state/search-params.ts';
import { useAction } from '#web/forms/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { uploadImportAtom } from './imports.ts';

/** The first step: a file is chosen or dropped, and uploaded. */
export function ImportFile() {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [upload, isBusy] = useUpload();
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    if (file) upload(file);
    // Allows choosing the same file again.
    currentTarget.value = '';
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !isBusy) upload(file);
  };

  return (
    <Card>
      <CardHeader title="Choose a file" note="CSV in UTF-8: up to 100,000 rows and 32 MB" />
      <div className="grid gap-4 px-4 pt-1 pb-5">
        <div
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
          className={classNames(
            'grid justify-items-center gap-3 rounded-lg border border-dashed px-4 py-10 text-center transition-colors',
            isOver ? 'border-accent bg-raised' : 'border-line-strong',
          )}
        >
          <FileUp aria-hidden className="size-7 text-muted" />
          <Button look="primary" isBusy={isBusy} onClick={() => input.current?.click()}>
            {isBusy ? 'Uploading' : 'Choose a CSV file'}
          </Button>
          <p className="text-sm text-muted max-md:hidden">or drop it here</p>
        </div>
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          hidden
          aria-label="CSV file"
          onChange={choose}
        />
        <div className="grid gap-1 text-sm text-muted">
          <p>
            Exports of Bitly, Rebrandly, Short.io, YOURLS, Kutt, Shlink and Waypost are recognized.
            For any other file, you choose what each column is. Headings are optional: a plain list
            of addresses will do.
          </p>
          <p>You see what happens to each row before anything is imported.</p>
        </div>
      </div>
    </Card>
  );
}

function useUpload() {
  const upload = useSetAtom(uploadImportAtom);
  const setSearchParams = useSetAtom(searchParamsAtom);
  return useAction(async (file: File) => {
    setSearchParams({ id: await upload(file) });
  }, 'Failed to upload the file');
}
