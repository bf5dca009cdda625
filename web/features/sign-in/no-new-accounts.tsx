import { Link } from 'react-router';
import { AuthLayout } from './auth-layout.tsx';
import { paths } from '#web/paths.ts';
import { buttonClasses } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';

/** Shown instead of a registration form where the registration is closed. */
export function NoNewAccounts() {
  return (
    <AuthLayout
      title="Registration is closed"
      text="This Waypost takes no new accounts."
      footer={null}
    >
      <Link to={paths.login} className={classNames(buttonClasses('primary'), 'mt-6')}>
        Sign In
      </Link>
    </AuthLayout>
  );
}
