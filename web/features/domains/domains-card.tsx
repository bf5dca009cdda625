import { zodResolver } from '@hookform/resolvers/zod';
import { useAtomValue, useSetAtom } from 'jotai';
import { Globe } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { missingDomain, type OwnDomainJson as Domain } from '#contract/domains';
import type { User } from '#web/api.ts';
import { ResendButton } from '#web/features/account/resend-button.tsx';
import { filled } from '#web/forms/fields.ts';
import { atFields, issuesAt } from '#web/forms/refusals.ts';
import { useSubmit } from '#web/forms/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { QueryList } from '#web/ui/answers/query-list.tsx';
import { DomainRow } from './domain-row.tsx';
import { addDomainAtom, domainsQuery, removeDomainAtom } from './domains.ts';
import { showToastAtom } from '#web/app/state/toast.ts';
import { useAction } from '#web/forms/use-action.ts';
import { Dialog, DialogQuestion } from '#web/ui/floating/dialog.tsx';

const schema = z.object({ domain: filled(missingDomain) });
type Values = z.infer<typeof schema>;

/** The account's custom domains. */
export function DomainsCard({ user }: { readonly user: User }) {
  const [removed, setRemoved] = useState<Domain | null>(null);

  return (
    <Card>
      <CardHeader title="Custom Domains" note="Short links at your own address" />
      {user.verified ? <AddForm /> : <UnconfirmedNote email={user.email} />}
      <Domains onRemove={setRemoved} />
      <RemoveDomainDialog domain={removed} onClose={() => setRemoved(null)} />
    </Card>
  );
}

function AddForm() {
  const addDomain = useSetAtom(addDomainAtom);
  const form = useForm<Values>({ resolver: zodResolver(schema), defaultValues: { domain: '' } });
  const { submit, isBusy } = useSubmit({
    form,
    send: async ({ domain }) => {
      await addDomain(domain);
      form.reset();
    },
    refused: atFields<Values>(issuesAt('domain'), 'Failed to add the domain'),
  });
  return (
    <form
      noValidate
      aria-label="Add a domain"
      onSubmit={submit}
      className="flex flex-wrap items-start gap-3 px-4 pt-1 pb-4"
    >
      <Field
        label="Domain"
        className="min-w-0 flex-1 basis-64"
        placeholder="go.example.com"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={form.formState.errors.domain?.message}
        {...form.register('domain')}
      />
      <Button
        type="submit"
        look="primary"
        isBusy={isBusy}
        className="h-10 touch max-sm:w-full sm:mt-6"
      >
        {isBusy ? 'Adding...' : 'Add domain'}
      </Button>
    </form>
  );
}

/** Says that a domain requires a confirmed email address. */
function UnconfirmedNote({ email }: { readonly email: string }) {
  return (
    <div className="mx-4 mb-4 flex flex-wrap items-center justify-between gap-3 rounded-md border border-line bg-warn-soft px-3 py-2.5 text-sm">
      <p className="min-w-0 flex-1 basis-64 text-muted">
        Confirm your email address before you add domains. We emailed the link to{' '}
        <span className="font-semibold text-text wrap-anywhere">{email}</span>.
      </p>
      <ResendButton email={email} />
    </div>
  );
}

function Domains({ onRemove }: { onRemove(domain: Domain): void }) {
  return (
    <QueryList
      query={useAtomValue(domainsQuery)}
      icon={<Globe />}
      things="domains"
      empty={{
        title: 'No domains yet',
        text: 'Add a domain that you own. The next step shows which DNS records to set.',
      }}
    >
      {(domain) => <DomainRow key={domain.id} domain={domain} onRemove={() => onRemove(domain)} />}
    </QueryList>
  );
}

type RemoveDomainDialogProps = { readonly domain: Domain | null; onClose(): void };

/** Asks for confirmation before a domain is removed. */
function RemoveDomainDialog({ domain, onClose }: RemoveDomainDialogProps) {
  const showToast = useSetAtom(showToastAtom);
  const removeDomain = useSetAtom(removeDomainAtom);
  const [remove, isBusy] = useAction(async (id: string) => {
    await removeDomain(id);
    onClose();
    showToast('Domain removed');
  }, 'Failed to remove the domain');

  return (
    <Dialog title="Remove Domain" isOpen={domain !== null} onClose={onClose}>
      {domain && (
        <>
          <DialogQuestion
            label="Remove"
            busyLabel="Removing..."
            isBusy={isBusy}
            onYes={() => remove(domain.id)}
            onCancel={onClose}
          >
            Addresses on{' '}
            <strong className="font-semibold wrap-anywhere text-text">{domain.domain}</strong> stop
            working immediately. Its links stay in your account and work at the usual short address
            under their codes; their aliases are lost.
          </DialogQuestion>
        </>
      )}
    </Dialog>
  );
}
