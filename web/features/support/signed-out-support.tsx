import { Link } from 'react-router';
import { AuthLayout } from '#web/features/sign-in/auth-layout.tsx';
import { ContactForm } from './contact-form.tsx';
import { paths } from '#web/paths.ts';

/** The contact page for signed-out people. */
export function Component() {
  return (
    <AuthLayout
      title="Contact Support"
      text="Tell us what you need. We reply by email."
      isWide
      footer={
        <Link
          to={paths.login}
          className="inline-flex items-center rounded-sm font-semibold text-accent-text hover:underline touch"
        >
          Back to Sign In
        </Link>
      }
    >
      <div className="mt-6">
        <ContactForm user={null} />
      </div>
    </AuthLayout>
  );
}
