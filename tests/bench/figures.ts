/** The middle figure, the greater one of two; 0 of none. */
export function median(figures: readonly number[]): number {
  return figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)] ?? 0;
}

/** Prints a claim with what came of it. */
export function sayClaim(claim: string, holds: boolean): void {
  console.log(`${holds ? 'holds ' : 'MISSED'} ${claim}`);
}
