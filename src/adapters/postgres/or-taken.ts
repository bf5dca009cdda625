import postgres from 'postgres';

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
