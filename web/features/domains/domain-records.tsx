import { useSetAtom } from 'jotai';
import type { OwnDomainJson as Domain } from '#contract/domains';
import { copyTextAtom } from '#web/app/state/clipboard.ts';
import { CopyIcon } from '#web/ui/copy-button.tsx';

type Item = Domain['proofRecord'];

/** The DNS records that a domain's owner has to set, each part with a copy button. */
export function DomainRecords({ domain }: { readonly domain: Domain }) {
  const { proofRecord, pointingRecord, addressRecords } = domain;
  return (
    <div className="grid gap-3">
      <Step title="1. Prove that the domain is yours" records={[proofRecord]} />
      {pointingRecord && <Step title="2. Point it to Waypost" records={[pointingRecord]} />}
      {addressRecords.length > 0 && (
        <Step
          title={
            pointingRecord
              ? 'For a root domain such as example.com, which allows no CNAME, use these instead'
              : '2. Point it to Waypost'
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
    <li className="grid min-w-0 items-start gap-x-3 gap-y-1 rounded-md border border-line-strong bg-field px-3 py-1.5 text-sm sm:grid-cols-[3.5rem_minmax(0,1fr)_minmax(0,1fr)]">
      <span className="grid min-w-0">
        <Heading text="Type" />
        <span className="font-mono font-semibold">{type}</span>
      </span>
      <Part heading="Name" what={`name of the ${type} record`} text={name} />
      <Part heading="Value" what={`value of the ${type} record`} text={value} />
    </li>
  );
}

type PartProps = { readonly heading: string; readonly what: string; readonly text: string };

function Part({ heading, what, text }: PartProps) {
  const copyText = useSetAtom(copyTextAtom);
  return (
    <span className="flex min-w-0 items-center justify-between gap-1">
      <span className="grid min-w-0">
        <Heading text={heading} />
        <span className="min-w-0 font-mono wrap-anywhere">{text}</span>
      </span>
      <CopyIcon label={`Copy the ${what}`} onCopy={() => copyText(text)} />
    </span>
  );
}

function Heading({ text }: { readonly text: string }) {
  return <span className="text-xs text-muted">{text}</span>;
}
