/** In pixels of the mail; the picture has twice as many. */
export const chartWidth = 520;
export const chartHeight = 190;
const plot = { left: 8, right: 8, top: 26, bottom: 24 };

type Charted = {
  /** The value of each hour or day. */
  readonly values: readonly number[];
  /** The same of the period before. */
  readonly compared: readonly number[];
  /** A value as people read it. */
  readonly label: (value: number) => string;
  /** The labels of the first and the last one. */
  readonly first: string;
  readonly last: string;
};

/** An SVG of values as bars, with the period before as a line. Losses hang below the zero line. */
export function chartOf({ values, compared, label, first, last }: Charted): string {
  const least = Math.min(...values, ...compared, 0);
  const highest = Math.max(...values, ...compared, 0);
  // Where all are zero, the scale still needs a height.
  const most = highest === 0 && least === 0 ? 1 : highest;
  const width = chartWidth - plot.left - plot.right;
  const tall = chartHeight - plot.top - plot.bottom;
  const step = width / Math.max(values.length, 1);
  const y = (value: number) => round(plot.top + (tall * (most - value)) / (most - least));
  const bars = values.map((value, index) => {
    const x = round(plot.left + index * step + step * 0.14);
    const height = round((tall * Math.abs(value)) / (most - least));
    return `<rect x="${x}" y="${y(Math.max(value, 0))}" width="${round(step * 0.72)}" height="${height}" rx="1.5" fill="#6b9a12"/>`;
  });
  const points = compared
    .slice(0, values.length)
    .map((value, index) => `${round(plot.left + (index + 0.5) * step)},${y(value)}`);
  const lowest =
    least < 0
      ? `<text x="${chartWidth / 2}" y="${chartHeight - 8}" text-anchor="middle">lowest: ${label(least)}</text>`
      : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${chartWidth}" height="${chartHeight}" viewBox="0 0 ${chartWidth} ${chartHeight}">
<rect width="${chartWidth}" height="${chartHeight}" fill="#ffffff"/>
<g font-family="DejaVu Sans" font-size="11" fill="#57606a">
<text x="${plot.left}" y="16">${label(highest)}</text>
<text x="${plot.left}" y="${chartHeight - 8}">${first}</text>
${lowest}
<text x="${chartWidth - plot.right}" y="${chartHeight - 8}" text-anchor="end">${last}</text>
</g>
<path d="M${plot.left} ${plot.top}H${chartWidth - plot.right}" stroke="#e6e8e1"/>
${bars.join('\n')}
<path d="M${plot.left} ${y(0)}H${chartWidth - plot.right}" stroke="#b9beb2"/>
${points.length < 2 ? '' : `<polyline points="${points.join(' ')}" fill="none" stroke="#57606a" stroke-width="1.5" stroke-dasharray="4 3"/>`}
</svg>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
