/**
 * Adds to rows of lists (`part`, `name`, `detail`, `clicks`) their `tenths`: the share of their list's
 * clicks in tenths of a percent. Those of a list with clicks add up to 1,000, by the largest remainder;
 * of equal remainders the row with more clicks comes first, then by name. So a row's share depends on
 * its list's clicks alone, wherever it is shown.
 */
export function withTenths(rows: string): string {
  return `
    SELECT * EXCEPT (whole, least, remainder),
      toInt64(least + (row_number() OVER (PARTITION BY part
        ORDER BY remainder DESC, clicks DESC, name, detail) <= missing)) AS tenths,
      if(whole = 0, 0, 1000 - sum(least) OVER (PARTITION BY part)) AS missing
    FROM (
      SELECT *, sum(clicks) OVER (PARTITION BY part) AS whole,
        if(whole = 0, 0, intDiv(clicks * 1000, whole)) AS least,
        if(whole = 0, 0, (clicks * 1000) % whole) AS remainder
      FROM (${rows}))`;
}
