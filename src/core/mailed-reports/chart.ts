/** In pixels of the mail; the picture has twice as many. */
export const chartWidth = 520;
export const chartHeight = 190;
const plot = { left: 8, right: 8, top: 26, bottom: 24 };

type Charted = {
  /** The clicks of each hour or day. */
  readonly counts: readonly number[];
  /** The same of the period before. */
  readonly compared: readonly number[];
  /** The labels of the first and the last one. */
  readonly first: string;
  readonly last: string;
};

const whole = new Intl.NumberFormat('en-US');

/** An SVG of clicks as bars, with the period before as a line. */
export function chartOf({ counts, compared, first, last }: Charted): string {
  const most = Math.max(...counts, ...compared, 1);
  const width = chartWidth - plot.left - plot.right;
  const tall = chartHeight - plot.top - plot.bottom;
  const step = width / Math.max(counts.length, 1);
  const y = (count: number) => round(plot.top + tall * (1 - count / most));
  const bars = counts.map((count, index) => {
    const x = round(plot.left + index * step + step * 0.14);
    return `<rect x="${x}" y="${y(count)}" width="${round(step * 0.72)}" height="${round((tall * count) / most)}" rx="1.5" fill="#6b9a12"/>`;
  });
  const points = compared
    .slice(0, counts.length)
    .map((count, index) => `${round(plot.left + (index + 0.5) * step)},${y(count)}`);
  const base = plot.top + tall;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${chartWidth}" height="${chartHeight}" viewBox="0 0 ${chartWidth} ${chartHeight}">
<rect width="${chartWidth}" height="${chartHeight}" fill="#ffffff"/>
<g font-family="DejaVu Sans" font-size="11" fill="#57606a">
<text x="${plot.left}" y="16">${whole.format(most)}</text>
<text x="${plot.left}" y="${chartHeight - 8}">${first}</text>
<text x="${chartWidth - plot.right}" y="${chartHeight - 8}" text-anchor="end">${last}</text>
</g>
<path d="M${plot.left} ${plot.top}H${chartWidth - plot.right}" stroke="#e6e8e1"/>
${bars.join('\n')}
<path d="M${plot.left} ${base}H${chartWidth - plot.right}" stroke="#b9beb2"/>
${points.length < 2 ? '' : `<polyline points="${points.join(' ')}" fill="none" stroke="#57606a" stroke-width="1.5" stroke-dasharray="4 3"/>`}
</svg>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
