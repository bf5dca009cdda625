import { foldEmail, type User } from '#core/accounts/user';

/** The folded addresses of `OPERATORS`. */
export type Operators = ReadonlySet<string>;

/** Whether a person runs this instance. An address that is not confirmed may be anybody's. */
export function isOperator(
  { email, verified }: Pick<User, 'email' | 'verified'>,
  operators: Operators,
): boolean {
  return verified && operators.has(foldEmail(email));
}
