import { dayMs } from '#core/shared/time';

/**
 * A range, divided into the UTC days that are completely in it and the days at its edges, of which
 * it has a part. Days are `YYYY-MM-DD`.
 */
export type WholeDays = {
  readonly firstDay: string;
  /** The day after the last whole one. */
  readonly endDay: string;
  /** None, one or two days. */
  readonly edgeDays: readonly string[];
};

/** Divides [fromMs, toMs); null when no UTC day is completely in it. */
export function wholeDays(fromMs: number, toMs: number): WholeDays | null {
  const firstMs = Math.ceil(fromMs / dayMs) * dayMs;
  const endMs = Math.floor(toMs / dayMs) * dayMs;
  if (firstMs >= endMs) return null;
  const edges = [...(firstMs > fromMs ? [firstMs - dayMs] : []), ...(endMs < toMs ? [endMs] : [])];
  return { firstDay: utcDay(firstMs), endDay: utcDay(endMs), edgeDays: edges.map(utcDay) };
}

function utcDay(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}
