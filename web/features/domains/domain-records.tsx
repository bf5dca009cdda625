import { useSetAtom } from 'jotai';
import type { Domain } from '#web/api.ts';
import { copyTextAtom } from '#web/features/links/copy-text.ts';
import { CopyIcon } from '#web/ui/copy-button.tsx';

type Item = Domain['proofRecord'];

/** The DNS records that a domain's owner has to set, each part with a copy button. */
export function DomainRecords({ domain }: { readonly domain: Domain }) {
  const { proofRecord, pointingRecord, addressRecords } = domain;
  return (
    <div className="grid gap-3">
      <Step title="1. Prove that the domain is yours" records={[proofRecord]} />
      {pointingRecord && <Step title="2. Lead it here" records={[pointingRecord]} />}
      {addressRecords.length > 0 && (
        <Step
          title={
            pointingRecord
              ? 'or, where your DNS allows no CNAME (a domain without a part in front)'
              : '2. Lead it here'
          }
          records={addressRecords}
        />
      )}
    </div>
  );
}

function Step({ title, records }: { readonly title: string; readonly records: readonly Item[] }) {
  return (
    <div className="grid min-w-0 gap-1.5">
      <p className="text-sm font-medium text-muted">{title}</p>
      <ul className="grid gap-1.5">
        {records.map((record) => (
          <RecordLine key={`${record.type} ${record.value}`} record={record} />
        ))}
      </ul>
    </div>
  );
}

function RecordLine({ record: { type, name, value } }: { readonly record: Item }) {
  return (
    <li className="grid min-w-0 items-center gap-x-3 gap-y-0.5 rounded-md border border-line-strong bg-field px-3 py-1.5 text-sm sm:grid-cols-[3.5rem_minmax(0,1fr)_minmax(0,1fr)]">
      <span className="font-mono font-semibold">{type}</span>
      <Part what={`name of the ${type} record`} text={name} />
      <Part what={`value of the ${type} record`} text={value} />
    </li>
  );
}

function Part({ what, text }: { readonly what: string; readonly text: string }) {
  const copyText = useSetAtom(copyTextAtom);
  return (
    <span className="flex min-w-0 items-center justify-between gap-1">
      <span className="min-w-0 font-mono wrap-anywhere">{text}</span>
      <CopyIcon label={`Copy the ${what}`} onCopy={() => copyText(text)} />
    </span>
  );
}
