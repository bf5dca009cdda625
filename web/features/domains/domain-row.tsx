import { useSetAtom } from 'jotai';
import { useState } from 'react';
import type { OwnDomainJson as Domain } from '#contract/domains';
import { useAction } from '#web/forms/use-action.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { DomainForm } from './domain-form.tsx';
import { DomainRecords } from './domain-records.tsx';
import { checkDomainAtom, isConnected } from './domains.ts';

type DomainRowProps = { readonly domain: Domain; onRemove(): void };

/** A domain with its state; the records, and its settings once it is connected, unfold. */
export function DomainRow({ domain, onRemove }: DomainRowProps) {
  const checkDomain = useSetAtom(checkDomainAtom);
  const [check, isBusy] = useAction(() => checkDomain(domain.id), 'Failed to check the domain');
  const [isOpen, setIsOpen] = useState<boolean | null>(null);
  const { label, tone, text } = wordsOf(domain);
  const isShown = isOpen ?? domain.status !== 'active';
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
            onClick={() => setIsOpen(!isShown)}
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
