/** The lock of a background job that one instance at a time runs. */
export function jobLock(name: string): string {
  return `waypost job: ${name}`;
}

/** Jobs whose locks other work takes too. */
export const jobNames = { archive: 'archive expired months', backUp: 'back up' } as const;
