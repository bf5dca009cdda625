import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { catalogue } from '#adapters/metrics/catalogue';

const root = join(import.meta.dir, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const names = Object.keys(catalogue);
const manual = read('docs/operate.md');

const ruleFile = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
});
const { groups } = ruleFile.parse(Bun.YAML.parse(read('deploy/prometheus/waypost.rules.yml')));
const rules = groups.flatMap((group) => group.rules);

const dashboard = z
  .object({
    panels: z.array(
      z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).default([]) }),
    ),
  })
  .parse(JSON.parse(read('deploy/prometheus/grafana-dashboard.json')));
const queries = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

/** The metrics that a query names, a histogram's by its own name. */
function metricsIn(expr: string): string[] {
  return [...expr.matchAll(/\b(?:waypost|process)_[a-z_]+/g)]
    .map(([name]) => name)
    .filter((name) => !expr.includes(`="${name}"`))
    .map((name) => {
      const [base = ''] = name.split(/_(?:bucket|sum|count)$/);
      return names.includes(base) ? base : name;
    });
}

test.each(rules.map(({ alert, expr }): [string, string] => [alert, expr]))(
  'the alert %s asks for metrics that exist, and the manual says what to do',
  (alert, expr) => {
    const asked = metricsIn(expr);

    if (alert !== 'WaypostDown') expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((name) => !names.includes(name))).toEqual([]);
    expect(manual).toMatch(new RegExp(`^\\| \`${alert}\` +\\| .{40}`, 'm'));
  },
);

test('the dashboard asks for metrics that exist', () => {
  const asked = queries.flatMap(metricsIn);

  expect(asked.length).toBeGreaterThan(30);
  expect(asked.filter((name) => !names.includes(name))).toEqual([]);
});

test('the manual describes every metric and every alert, and no others', () => {
  const described = [...manual.matchAll(/`((?:waypost|process)_[a-z_]+)`/g)].map(
    ([, name]) => name,
  );
  const alerts = [...manual.matchAll(/`(Waypost[A-Z]\w+)`/g)].map(([, name]) => name);

  expect(names.filter((name) => !described.includes(name))).toEqual([]);
  expect(described.filter((name = '') => !names.includes(name))).toEqual([]);
  expect(new Set(alerts)).toEqual(new Set(rules.map(({ alert }) => alert)));
});
