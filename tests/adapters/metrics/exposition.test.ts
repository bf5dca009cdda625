import { expect, test } from 'bun:test';
import { catalogue } from '#adapters/metrics/catalogue';
import { exposition, type Samples } from '#adapters/metrics/exposition';
import { tally } from '#core/shared/limits/tally';

const names = Object.entries(catalogue);
const noDurations = tally([0.1, 1]).read();

const samples = Object.fromEntries(
  names.map(([name, { type }]) => [name, type === 'histogram' ? noDurations : [{ value: 1 }]]),
);

/** Every metric with one sample. */
function everything(change: Partial<Samples> = {}): Samples {
  const all: unknown = { ...samples, ...change };
  if (!isWhole(all)) throw new Error('a metric is missing');
  return all;
}

function isWhole(all: unknown): all is Samples {
  return typeof all === 'object' && all !== null && names.every(([name]) => name in all);
}

test('every metric has its help and its type', () => {
  const text = exposition(everything());

  for (const [name, { type, help }] of names) {
    expect(text).toContain(`# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`);
  }
});

test('names follow the conventions of Prometheus', () => {
  for (const [name, { type, help }] of names) {
    expect(name).toMatch(/^(?:waypost|process)_[a-z_]+$/);
    expect(name.endsWith('_total')).toBe(type === 'counter');
    expect(help).not.toContain('\n');
    if (type === 'histogram') expect(name).toMatch(/_seconds$/);
  }
});

test('a histogram adds its buckets up, and counts what is longer than all bounds', () => {
  const durations = tally([0.1, 1]);
  for (const seconds of [0.05, 0.1, 0.5, 7]) durations.record(seconds);

  const text = exposition(everything({ waypost_redirect_duration_seconds: durations.read() }));

  expect(text).toContain(
    [
      'waypost_redirect_duration_seconds_bucket{le="0.1"} 2',
      'waypost_redirect_duration_seconds_bucket{le="1"} 3',
      'waypost_redirect_duration_seconds_bucket{le="+Inf"} 4',
      'waypost_redirect_duration_seconds_sum 7.65',
      'waypost_redirect_duration_seconds_count 4',
    ].join('\n'),
  );
});

test('labels are escaped, and a metric without samples is left out', () => {
  const some = everything({
    waypost_job_runs_total: [{ labels: { task: 'a "b"\\c\nd' }, value: 3 }],
    waypost_backup_last_success_timestamp_seconds: [],
  });

  const text = exposition(some);

  expect(text).toContain(String.raw`waypost_job_runs_total{task="a \"b\"\\c\nd"} 3`);
  expect(text).not.toContain('waypost_backup');
});
