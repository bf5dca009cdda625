import postgres from 'postgres';
import { notFound } from '#core/shared/refusal';

/** The result of a change, or `taken` when it would repeat what must be unique. */
export async function orTaken<Result>(change: () => Promise<Result>): Promise<Result | 'taken'> {
  try {
    return await change();
  } catch (error) {
    if (isUniqueViolation(error)) return 'taken';
    throw error;
  }
}

/** Whether a change would repeat what must be unique: SQLSTATE 23505, unique_violation. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof postgres.PostgresError && error.code === '23505';
}

/** What a row refers to can be deleted after its owner was checked: SQLSTATE 23503, foreign_key_violation. */
export function refuseGoneReference(error: unknown): never {
  const isGone = error instanceof postgres.PostgresError && error.code === '23503';
  throw isGone ? notFound() : error;
}
