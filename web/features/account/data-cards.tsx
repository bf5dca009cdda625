import { complaints } from '#contract/accounts/person-limits';
import { Download } from 'lucide-react';
import { paths } from '#web/paths.ts';
import { Button, buttonClasses } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import type { User } from '#web/api.ts';
import { takesPayments } from '#web/instance.ts';
import { deleteAccountAtom } from './changes.ts';
import { Dialog, DialogActions, DialogBody } from '#web/ui/floating/dialog.tsx';
import { PasswordDialogForm } from '#web/forms/dialog-forms.tsx';
import { SetPassword } from './set-password.tsx';
import { useSignInWays } from './use-sign-in-ways.ts';

/** Downloads everything that Waypost stores about the account. */
export function YourDataCard() {
  return (
    <Card>
      <CardHeader title="Your Data" />
      <div className="flex flex-wrap items-center justify-between gap-4 px-4 pt-1 pb-4">
        <p className="max-w-md text-muted">
          One ZIP file with everything Waypost stores about you: your profile, links, clicks and
          conversions, as JSON and CSV.
        </p>
        <a href={paths.exportedAccount} download className={buttonClasses()}>
          <Download aria-hidden className="size-4" />
          Download my data
        </a>
      </div>
    </Card>
  );
}

/** Deletes the account after confirmation. */
export function DeleteAccountCard({ user }: { readonly user: User }) {
  const [isAsking, setIsAsking] = useState(false);
  const { hasPassword } = useSignInWays();
  return (
    <Card className="border-bad/40">
      <CardHeader title="Danger Zone" />
      <div className="flex flex-wrap items-center justify-between gap-4 px-4 pt-1 pb-4">
        <p className="max-w-md text-muted">
          Permanently deletes your account, your links, and their clicks and conversions. Your short
          links stop working immediately.
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

/**
 * Deletion is permanent, so it always requires a password. This asks a person without one to set
 * one first.
 */
function PasswordFirst({ user, onClose }: { readonly user: User; onClose(): void }) {
  return (
    <>
      <DialogBody>
        <p className="text-muted">
          Deleting an account needs a password, so that nobody else can delete it on a computer
          where you are signed in. Your account has no password yet. Set one with the link that we
          email you, then come back.
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
  const deleteAccount = useSetAtom(deleteAccountAtom);
  return (
    <PasswordDialogForm
      label="Delete Account"
      busyLabel="Deleting..."
      look="danger"
      tooShort={complaints.currentPassword}
      hint="Enter your password to confirm."
      failure="Failed to delete account"
      intro={
        <p className="text-muted">
          Your links stop working immediately. Their clicks and conversions are deleted. Their short
          links are never reused. This cannot be undone.
        </p>
      }
      onPassword={deleteAccount}
      onCancel={onClose}
    />
  );
}
