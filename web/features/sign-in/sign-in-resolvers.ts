import { zodResolver } from '@hookform/resolvers/zod';
import * as z from 'zod/mini';
import { complaints } from '#contract/accounts/person-limits';
import { email, nameFields, password } from '#web/forms/fields.ts';

/** The validation of the form that signs in. */
export const credentialsResolver = zodResolver(
  z.object({ email: email(complaints.loginEmail), password: password() }),
);

const Account = z.object({ ...nameFields, email: email(), password: password() });
/** What a person types to open an account. */
export type AccountValues = z.output<typeof Account>;

/** The validation of the form of a new account. */
export const accountResolver = zodResolver(Account);
