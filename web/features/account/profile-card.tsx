import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { User } from '#web/api.ts';
import { changeProfile } from './account.ts';
import { reloadPendingEmail } from './email.ts';
import { withProof } from '#web/features/sign-in/reauthentication.ts';
import { tell, tellFailure } from '#web/app/state/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { AvatarField } from './avatar-field.tsx';
import { EmailState } from './email-state.tsx';
import { messageOf } from '#web/forms/form-failure.ts';

const schema = z.object({
  firstName: z.string().check(z.trim(), z.minLength(1, 'First name is required')),
  lastName: z.string().check(z.trim(), z.minLength(1, 'Last name is required')),
  email: z
    .string()
    .check(
      z.trim(),
      z.maxLength(254, 'Please enter a valid email address'),
      z.email('Please enter a valid email address'),
    ),
});

/** Who the person is. */
export function ProfileCard({ user }: { readonly user: User }) {
  const { firstName, lastName, email } = user;
  const { register, handleSubmit, resetField, formState } = useForm<z.infer<typeof schema>>({
    resolver: zodResolver(schema),
    values: { firstName, lastName, email },
  });
  const submit = handleSubmit(async (wish) => {
    try {
      await withProof(() => changeProfile(wish));
      resetField('email');
      await reloadPendingEmail();
      const isChanging = wish.email.toLowerCase() !== email.toLowerCase();
      tell(
        'Profile Updated',
        isChanging
          ? `Open the link that we emailed to ${wish.email} to confirm it.`
          : 'Your profile has been saved.',
      );
    } catch (error) {
      tellFailure(messageOf(error, 'Failed to update profile'));
    }
  });
  const { errors, isSubmitting } = formState;

  return (
    <Card>
      <CardHeader title="Profile Information" />
      <AvatarField user={user} />
      <form
        noValidate
        aria-label="Profile Information"
        onSubmit={(event) => void submit(event)}
        className="grid gap-4 px-4 pt-1 pb-4"
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="First name"
            autoComplete="given-name"
            maxLength={100}
            error={errors.firstName?.message}
            {...register('firstName')}
          />
          <Field
            label="Last name"
            autoComplete="family-name"
            maxLength={100}
            error={errors.lastName?.message}
            {...register('lastName')}
          />
        </div>
        <Field
          label="Email"
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          hint="You sign in with this address. A new address takes effect after you confirm it."
          {...register('email')}
        />
        <EmailState user={user} />
        <Button type="submit" look="primary" isBusy={isSubmitting} className="justify-self-start">
          {isSubmitting ? 'Updating...' : 'Update Profile'}
        </Button>
      </form>
    </Card>
  );
}
