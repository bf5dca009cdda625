import { dayMs } from '#core/shared/time';

/** Pieces of a range whose visitors are counted apart and added: no two share a visitor. */
export type Piece = {
  readonly fromMs: number;
  readonly toMs: number;
  /** The UTC days that it touches, as `YYYY-MM-DD`. */
  readonly days: readonly string[];
};

/**
 * Divides [fromMs, toMs) into pieces: everything up to the end of the UTC day `lastingUntil` is one
 * piece, because a visitor may come on several of its days; each later UTC day is one.
 */
export function piecesOf(fromMs: number, toMs: number, lastingUntil: string): readonly Piece[] {
  const lastingEndMs = Date.parse(lastingUntil) + dayMs;
  const cuts = new Set([fromMs]);
  if (lastingEndMs > fromMs && lastingEndMs < toMs) cuts.add(lastingEndMs);
  const firstMs = Math.max(lastingEndMs, Math.ceil(fromMs / dayMs) * dayMs);
  for (let atMs = firstMs; atMs < toMs; atMs += dayMs) cuts.add(atMs);
  const starts = [...cuts].toSorted((left, right) => left - right);
  return starts.map((startMs, index) => {
    const endMs = starts[index + 1] ?? toMs;
    return { fromMs: startMs, toMs: endMs, days: touchedDays(startMs, endMs) };
  });
}

/** The UTC days that have a part of [fromMs, toMs). */
export function touchedDays(fromMs: number, toMs: number): readonly string[] {
  const days: string[] = [];
  for (let atMs = Math.floor(fromMs / dayMs) * dayMs; atMs < toMs; atMs += dayMs) {
    days.push(new Date(atMs).toISOString().slice(0, 10));
  }
  return days;
}
