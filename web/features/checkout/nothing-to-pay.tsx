import { useAtomValue } from 'jotai';
import { Link } from 'react-router';
import { takesNewAccounts } from '#web/instance.ts';
import { paths } from '#web/paths.ts';
import { accountAtom } from '#web/app/state/account.ts';
import { AuthLayout } from '#web/features/sign-in/auth-layout.tsx';
import { buttonClasses } from '#web/ui/button.tsx';

/** Shown instead of the payment pages where payments are off. */
export function NothingToPay() {
  const isSignedIn = useAtomValue(accountAtom).kind === 'in';
  return (
    <AuthLayout title="Nothing to pay" text="Every feature of this Waypost is free." footer={null}>
      <div className="mt-6 flex flex-wrap gap-2">
        {!isSignedIn && takesNewAccounts && (
          <Link to={paths.register} className={buttonClasses('primary')}>
            Create Account
          </Link>
        )}
        <Link
          to={isSignedIn ? paths.dashboard : paths.login}
          className={buttonClasses('secondary')}
        >
          {isSignedIn ? 'Return to Dashboard' : 'Sign In'}
        </Link>
      </div>
    </AuthLayout>
  );
}
