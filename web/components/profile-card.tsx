import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { User } from '#web/api.ts';
import { changeProfile } from '#web/state/account.ts';
import { tell, tellFailure } from '#web/state/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { messageOf } from './form-failure.ts';

const schema = z.object({
  firstName: z.string().check(z.trim(), z.minLength(1, 'First name is required')),
  lastName: z.string().check(z.trim(), z.minLength(1, 'Last name is required')),
});

/** Who the person is. */
export function ProfileCard({ user }: { readonly user: User }) {
  const { register, handleSubmit, formState } = useForm<z.infer<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: { firstName: user.firstName, lastName: user.lastName },
  });
  const submit = handleSubmit(async (name) => {
    try {
      await changeProfile(name);
      tell('Profile Updated', 'Your profile has been saved.');
    } catch (error) {
      tellFailure('Error', messageOf(error, 'Failed to update profile'));
    }
  });
  const { errors, isSubmitting } = formState;

  return (
    <Card>
      <CardHeader title="Profile Information" />
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
          readOnly
          value={user.email}
          hint="You sign in with this address. It cannot be changed."
        />
        <Button type="submit" look="primary" isBusy={isSubmitting} className="justify-self-start">
          {isSubmitting ? 'Updating...' : 'Update Profile'}
        </Button>
      </form>
    </Card>
  );
}
