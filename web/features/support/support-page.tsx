import { useAtomValue } from 'jotai';
import { ContactForm } from './contact-form.tsx';
import { PageHeader } from '#web/features/page/page-header.tsx';
import { accountAtom } from '#web/app/state/account.ts';
import { Card } from '#web/ui/card.tsx';

/** The contact page for signed-in people. */
export function Component() {
  const account = useAtomValue(accountAtom);
  return (
    <>
      <PageHeader text="Tell us what you need. We reply by email." />
      <Card className="max-w-3xl p-5 sm:p-6">
        <ContactForm user={account.kind === 'in' ? account.user : null} />
      </Card>
    </>
  );
}
