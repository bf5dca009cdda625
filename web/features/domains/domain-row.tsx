import { useSetAtom } from 'jotai';
import { useState } from 'react';
import type { OwnDomainJson as Domain } from '#contract/domains';
import { useAction } from '#web/forms/use-action.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { DomainForm } from './domain-form.tsx';
import { DomainRecords } from './domain-records.tsx';
import { wordsOf } from './domain-words.ts';
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
