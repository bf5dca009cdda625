import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import type { OwnDomainJson as Domain } from '#contract/domains';
import { useAction } from '#web/forms/use-action.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { AppLinksSection } from './app-links/app-links-section.tsx';
import { DomainForm } from './domain-form.tsx';
import { checkDomainAtom, isConnected } from './domains.ts';
import { copyTextAtom } from '#web/app/state/clipboard.ts';
import { searchParamsAtom } from '#web/app/state/search-params.ts';
import { CopyIcon } from '#web/ui/texts/copy-button.tsx';

type DomainRowProps = { readonly domain: Domain; onRemove(): void };

/**
 * A domain with its state. It can be expanded to show the DNS records and, when it is connected,
 * its settings.
 */
export function DomainRow({ domain, onRemove }: DomainRowProps) {
  const checkDomain = useSetAtom(checkDomainAtom);
  const [check, isBusy] = useAction(() => checkDomain(domain.id), 'Failed to check the domain');
  const isAskedFor = useAtomValue(searchParamsAtom).get('domain') === domain.domain;
  // A check that connects the domain does not close what the person fills in.
  const [isShown, setShown] = useState(isAskedFor || domain.status !== 'active');
  const { label, tone, text } = wordsOf(domain);
  const name = domain.domain;

  return (
    <li className="grid min-w-0 grid-cols-1 gap-3 border-b border-line px-4 py-3 last:border-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="grid min-w-0 flex-1 basis-64 gap-1">
          <span className="flex flex-wrap items-center gap-1.5">
            <span className="font-semibold wrap-anywhere">{name}</span>
            {domain.unicode !== name && (
              <span className="text-sm wrap-anywhere text-faint">({domain.unicode})</span>
            )}
            <Badge tone={tone}>{label}</Badge>
            {domain.isDefault && <Badge>Default</Badge>}
          </span>
          <p role="status" className="text-sm wrap-anywhere text-muted">
            {text}
          </p>
        </div>
        <div className="flex flex-wrap gap-1.5">
          <Button size="sm" isBusy={isBusy} aria-label={`Check now: ${name}`} onClick={check}>
            {isBusy ? 'Checking...' : 'Check now'}
          </Button>
          <Button
            size="sm"
            aria-expanded={isShown}
            aria-label={`Details of ${name}`}
            onClick={() => setShown(!isShown)}
          >
            Details
          </Button>
          <Button size="sm" look="danger" aria-label={`Remove ${name}`} onClick={onRemove}>
            Remove
          </Button>
        </div>
      </div>
      {isShown && (
        <>
          <DomainRecords domain={domain} />
          {isConnected(domain) && <DomainForm domain={domain} />}
          {isConnected(domain) && <AppLinksSection domain={domain} />}
        </>
      )}
    </li>
  );
}

type Words = {
  readonly label: string;
  readonly tone: 'good' | 'warn' | 'info';
  readonly text: string;
};

/** What a domain's state means, and what its owner can do. */
function wordsOf(domain: Domain): Words {
  switch (domain.status) {
    case 'active':
      return { label: 'Connected', tone: 'good', text: 'Links on this domain work.' };
    case 'unpointed':
      return { label: 'Not pointed here', tone: 'warn', text: pointingText(domain) };
    case 'waiting':
      return { label: 'Waiting for DNS', tone: 'info', text: proofText(domain) };
    case 'taken':
      return {
        label: 'Used by another account',
        tone: 'warn',
        text: 'Your TXT record is right, but the record of another Waypost account is still there. Remove that record to take the domain over.',
      };
    case 'failing':
      return {
        label: 'TXT record missing',
        tone: 'warn',
        text: `${proofText(domain)} Links still work. They stop if the next checks do not find the record.`,
      };
    case 'suspended':
      return {
        label: 'Suspended',
        tone: 'warn',
        text: `${proofText(domain)} Links on this domain do not work until the record is back.`,
      };
  }
}

function proofText({ findings, proofRecord }: Domain): string {
  if (findings === null) return 'Set the records below. They are checked every minute.';
  if (findings.proof === 'unknown') return 'The DNS servers did not answer at the last check.';
  const seen = findings.texts.length === 0 ? 'none' : findings.texts.join(', ');
  return `TXT found: ${seen}. Expected: ${proofRecord.value}.`;
}

function pointingText({ findings, pointingRecord, addressRecords }: Domain): string {
  const expected = [pointingRecord?.value, addressRecords.map(({ value }) => value).join(', ')]
    .filter(Boolean)
    .join(' or ');
  if (findings === null || findings.pointing === 'unknown') {
    return `The domain is yours, but DNS did not say where it leads. Expected: ${expected}.`;
  }
  const seen = [...(findings.cname === null ? [] : [findings.cname]), ...findings.addresses];
  const found = seen.length === 0 ? 'none' : seen.join(', ');
  return `The domain is yours, but it does not lead here. Found: ${found}. Expected: ${expected}. Behind a proxy of your own this can be right.`;
}

type Item = Domain['proofRecord'];

/** The DNS records that a domain's owner has to set, each part with a copy button. */
function DomainRecords({ domain }: { readonly domain: Domain }) {
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
