import { useAtomValue } from 'jotai';
import { ContactForm } from '#web/components/contact-form.tsx';
import { PageHeader } from '#web/components/page-header.tsx';
import { accountAtom } from '#web/state/account.ts';
import { Card } from '#web/ui/card.tsx';

/** Where signed-in people write to support. */
export function Component() {
  const account = useAtomValue(accountAtom);
  return (
    <>
      <PageHeader title="Contact Support" text="Tell us what you need. We reply by email." />
      <Card className="max-w-3xl p-5 sm:p-6">
        <ContactForm user={account.kind === 'in' ? account.user : null} />
      </Card>
    </>
  );
}
