import { zodResolver } from '@hookform/resolvers/zod';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { User } from '#web/api.ts';
import { takesPayments } from '#web/instance.ts';
import { paths } from '#web/paths.ts';
import { deleteAccount } from '#web/state/account.ts';
import { Button, buttonClasses } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { Dialog, DialogActions, DialogBody, DialogForm } from '#web/ui/dialog.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { messageOf } from './form-failure.ts';
import { SetPassword } from './set-password.tsx';
import { useSignInWays } from './use-sign-in-ways.ts';

const schema = z.object({
  password: z.string().check(z.minLength(6, 'Current password is required')),
});

/** The way out for good. */
export function DeleteAccountCard({ user }: { readonly user: User }) {
  const [isAsking, setIsAsking] = useState(false);
  const { hasPassword } = useSignInWays();
  return (
    <Card className="border-bad/40">
      <CardHeader title="Danger Zone" />
      <div className="flex flex-wrap items-center justify-between gap-4 border-b border-line px-4 pt-1 pb-4">
        <p className="max-w-md text-muted">
          Everything that is kept of you and your links, clicks and conversions included, as JSON
          and CSV in one archive.
        </p>
        <a href={paths.exportedAccount} download className={buttonClasses()}>
          <Download aria-hidden className="size-4" />
          Download all my data
        </a>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-4 px-4 py-4">
        <p className="max-w-md text-muted">
          Deletes your account, your links and everything recorded for them, at once and for good.
          Your short links stop working.
          {takesPayments && ' Your email address gets no second free trial for a year.'}
        </p>
        <Button look="danger" onClick={() => setIsAsking(true)}>
          Delete Account
        </Button>
      </div>
      <Dialog
        title="Delete Account"
        description={<span className="block truncate">{user.email}</span>}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
      >
        {hasPassword ? (
          <FarewellForm onClose={() => setIsAsking(false)} />
        ) : (
          <PasswordFirst user={user} onClose={() => setIsAsking(false)} />
        )}
      </Dialog>
    </Card>
  );
}

/** What is for good needs a password, also where nothing else does. */
function PasswordFirst({ user, onClose }: { readonly user: User; onClose(): void }) {
  return (
    <>
      <DialogBody>
        <p className="text-muted">
          Deleting an account needs a password, so that nobody else can do it at a computer that you
          left open. Yours has none yet: set one by the link that we mail you, then come back.
        </p>
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <SetPassword email={user.email} />
      </DialogActions>
    </>
  );
}

function FarewellForm({ onClose }: { onClose(): void }) {
  const { register, handleSubmit, setError, formState } = useForm<z.infer<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: { password: '' },
  });
  const submit = handleSubmit(async ({ password }) => {
    try {
      await deleteAccount(password);
    } catch (error) {
      const message = messageOf(error, 'Failed to delete account');
      setError('password', { message }, { shouldFocus: true });
    }
  });
  const { errors, isSubmitting } = formState;

  return (
    <DialogForm
      label="Delete Account"
      busyLabel="Deleting..."
      look="danger"
      isBusy={isSubmitting}
      onSubmit={submit}
      onCancel={onClose}
    >
      <p className="text-muted">
        Your links stop working at once, and their clicks and conversions are deleted with them.
        Their short addresses are never given to anybody else. This cannot be undone.
      </p>
      <PasswordField
        label="Password"
        autoComplete="current-password"
        autoFocus
        hint="Say it once more, so that we know that it is you."
        error={errors.password?.message}
        {...register('password')}
      />
    </DialogForm>
  );
}
