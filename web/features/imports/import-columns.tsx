import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import type { LinkImport } from '#web/api.ts';
import { shortHost } from '#web/instance.ts';
import { domainsQuery, isConnected } from '#web/features/domains/domains.ts';
import { useAction } from '#web/forms/use-action.ts';
import { counted } from '#web/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { fieldWords, type ImportField, samplesOf, withField } from './import-words.ts';
import { cancelImportAtom, checkImportAtom } from './imports.ts';

type ImportColumnsProps = { readonly run: LinkImport; onChecked(): void };

/** The second step: choosing a field for each column. */
export function ImportColumns({ run, onChecked }: ImportColumnsProps) {
  const [mapping, setMapping] = useState(run.mapping);
  const [domain, setDomain] = useDomain(run);
  const checkImport = useSetAtom(checkImportAtom);
  const cancel = useSetAtom(cancelImportAtom);
  const [check, isChecking] = useAction(async () => {
    await checkImport({ id: run.id, mapping, domain: domain === '' ? null : domain });
    onChecked();
  }, 'Failed to check the file');
  const [discard, isDiscarding] = useAction(() => cancel(run.id), 'Failed to cancel');
  const isReady = mapping.includes('originalUrl');

  return (
    <Card>
      <CardHeader title="Columns" note={noteOf(run)} />
      <ul className="border-t border-line">
        {run.columns.map((column, at) => (
          <li
            // Columns never change, and may have the same name.
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            className="grid items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3 md:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_15rem]"
          >
            <span className="truncate font-medium">{column || `Column ${at + 1}`}</span>
            <Samples values={samplesOf(run.preview, at)} />
            <Select
              label={`${column || `Column ${at + 1}`} becomes`}
              value={mapping[at] ?? ''}
              options={options}
              className="w-full"
              onChange={(field) => setMapping(withField(mapping, at, field === '' ? null : field))}
            />
          </li>
        ))}
      </ul>
      <div className="grid gap-4 px-4 py-4">
        <DomainChoice value={domain} onChange={setDomain} />
        {!isReady && (
          <p role="status" className="text-sm text-warn">
            Choose the column with the destinations.
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button look="primary" disabled={!isReady} isBusy={isChecking} onClick={check}>
            Check {counted(run.rows, 'row')}
          </Button>
          <Button isBusy={isDiscarding} onClick={discard}>
            Cancel
          </Button>
        </div>
      </div>
    </Card>
  );
}

const fields = Object.keys(fieldWords).filter(isField);

function isField(name: string): name is ImportField {
  return Object.hasOwn(fieldWords, name);
}

const options = [
  { value: '' as const, label: 'Not imported' },
  ...fields.map((field) => ({ value: field, label: fieldWords[field] })),
];

function noteOf({ format, fileName, rows }: LinkImport): string {
  const what = format === null ? fileName : `${fileName}, an export of ${format.name}`;
  return `${what}: ${counted(rows, 'row')}`;
}

function Samples({ values }: { readonly values: readonly string[] }) {
  if (values.length === 0) return <span className="text-sm text-faint">Blank</span>;
  return (
    <span className="grid min-w-0 text-sm text-muted">
      {values.map((value) => (
        <span key={value} className="truncate">
          {value}
        </span>
      ))}
    </span>
  );
}

/** The chosen domain; blank: the short host. */
function useDomain({ state, domain }: LinkImport) {
  const domains = useAtomValue(domainsQuery).data ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const usual = domains.find((each) => each.isDefault && isConnected(each))?.domain ?? '';
  const initial = state === 'uploaded' ? usual : (domain ?? '');
  return [chosen ?? initial, setChosen] as const;
}

type DomainChoiceProps = { readonly value: string; onChange(host: string): void };

function DomainChoice({ value, onChange }: DomainChoiceProps) {
  const domains = (useAtomValue(domainsQuery).data ?? []).filter(isConnected);
  if (domains.length === 0) return null;
  const hosts = ['', ...domains.map(({ domain }) => domain)];
  return (
    <div className="grid justify-items-start gap-1.5">
      <span className="text-sm font-medium text-muted">Domain of the links</span>
      <Select
        label="Domain of the links"
        value={value}
        options={hosts.map((host) => ({
          value: host,
          label: host || shortHost.replace(/\/$/, ''),
        }))}
        onChange={onChange}
      />
    </div>
  );
}
