import type { TallyReading } from '#core/shared/limits/tally';
import { catalogue, type MetricName } from './catalogue.ts';

/** One value of a metric. */
export type Sample = {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
};

type NamesOf<Type extends string> = {
  [Name in MetricName]: (typeof catalogue)[Name]['type'] extends Type ? Name : never;
}[MetricName];

/** The values of all metrics at one moment. A metric without samples is left out. */
export type Samples = {
  readonly [Name in NamesOf<'gauge' | 'counter'>]: readonly Sample[];
} & { readonly [Name in NamesOf<'histogram'>]: TallyReading };

/**
 * The metrics in Prometheus's text format, version 0.0.4:
 * https://prometheus.io/docs/instrumenting/exposition_formats/
 */
export function exposition(samples: Samples): string {
  const blocks = Object.entries(samples).map(([name, value]) => {
    if (!isMetric(name)) throw new Error(`unknown metric: ${name}`);
    const lines = 'counts' in value ? histogramLines(name, value) : value.map(line(name));
    return lines.length === 0 ? '' : `${headOf(name)}${lines.join('')}`;
  });
  return blocks.join('');
}

function isMetric(name: string): name is MetricName {
  return Object.hasOwn(catalogue, name);
}

function headOf(name: MetricName): string {
  const { help, type } = catalogue[name];
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
}

function line(name: string) {
  return ({ labels = {}, value }: Sample): string => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
    return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}\n`;
  };
}

/** A label's value: a backslash, a quote and a line end are escaped. */
function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

/** Each bucket of the format holds everything up to its bound. */
function histogramLines(name: string, { bounds, counts, sumSeconds }: TallyReading): string[] {
  let below = 0;
  const buckets = counts.map((count, at) => {
    below += count;
    const le = String(bounds[at] ?? '+Inf');
    return line(`${name}_bucket`)({ labels: { le }, value: below });
  });
  return [
    ...buckets,
    line(`${name}_sum`)({ value: sumSeconds }),
    line(`${name}_count`)({ value: below }),
  ];
}
