import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { catalogue } from '#adapters/metrics/catalogue';
import { freePort } from '#adapters/embedded/free-port';
import { newDataDir, startWaypost, type Waypost } from '#tests/support/processes/waypost';
import { operate } from '#tests/support/processes/operate';
import { numbersOnceCounted } from '#tests/support/readers/numbers';
import { signUp } from '#tests/support/person';
import { tempFolder } from '#tests/support/temp-folder';
import { inParallel, visit } from '#tests/support/visitor';
import { eventually } from '#tests/support/waiting';

const root = join(import.meta.dir, '../../..');
const prometheus = Bun.which('prometheus');
const promtool = Bun.which('promtool');
const missing = prometheus === null || promtool === null;
const named = missing ? ' (needs Debian’s prometheus)' : '';

const answered = z.object({
  data: z.object({ result: z.array(z.object({ value: z.tuple([z.number(), z.string()]) })) }),
});
const alertList = z.object({
  data: z.object({
    alerts: z.array(z.object({ labels: z.object({ alertname: z.string() }), state: z.string() })),
  }),
});
const dashboard = z.object({
  panels: z.array(
    z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).default([]) }),
  ),
});
const targets = z.object({
  data: z.object({ activeTargets: z.array(z.object({ health: z.string() })) }),
});

describe.skipIf(missing)(`a real Prometheus${named}`, () => {
  const folder = tempFolder();
  let data: Awaited<ReturnType<typeof newDataDir>>;
  let waypost: Waypost;
  let server: Bun.Subprocess | undefined;
  let api = '';

  beforeAll(async () => {
    data = await newDataDir();
    waypost = await startWaypost({ dataDir: data.path });
    const port = await freePort(undefined);
    api = `http://127.0.0.1:${port}/api/v1`;
    writeFileSync(join(folder.path, 'prometheus.yml'), configuration(waypost.url));
    writeFileSync(join(folder.path, 'waypost.rules.yml'), impatient(rules()));
    server = Bun.spawn(
      [
        ...[prometheus ?? '', `--config.file=${join(folder.path, 'prometheus.yml')}`],
        ...[`--storage.tsdb.path=${join(folder.path, 'data')}`],
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdout: 'ignore', stderr: 'ignore' },
    );
    await eventually(
      async () => targets.parse(await (await fetch(`${api}/targets`)).json()),
      ({ data: { activeTargets } }) => activeTargets.some(({ health }) => health === 'up'),
    );
  }, 90_000);

  afterAll(async () => {
    server?.kill();
    await server?.exited;
    await waypost.killTree();
    await data.remove();
    folder[Symbol.dispose]();
  });

  test('promtool accepts the rules, the configuration and the text of /metrics', async () => {
    expect(check(['check', 'rules', join(root, 'deploy/prometheus/waypost.rules.yml')])).toBe('');
    expect(check(['check', 'config', join(root, 'deploy/prometheus/prometheus.yml')])).toBe('');
    const text = await (await fetch(`${waypost.url}/metrics`)).text();
    expect(check(['check', 'metrics'], text)).toBe('');
  });

  test('the counts of visits arrive there, and every one is accounted for', async () => {
    await fetch(`${waypost.url}/healthz`);
    await inParallel({ count: 200, parallel: 8 }, () => visit(`${waypost.url}/nobody`));

    const unknown = await eventually(
      () => valueOf('sum(waypost_redirects_total{outcome=~"unknown|too_many"})'),
      (value) => value === 200,
    );
    expect(unknown).toBe(200);
    expect(await valueOf('sum(abs(waypost_spool_unaccounted_events))')).toBe(0);
    for (const name of Object.keys(catalogue).filter((one) => !isAbsentNow(one))) {
      const query = `count({__name__=~"${name}(_count)?"})`;
      expect([
        name,
        await eventually(
          () => valueOf(query),
          (value) => value !== null,
        ),
      ]).not.toEqual([name, null]);
    }
  });

  test('every query of the dashboard is answered with series, whose values are numbers', async () => {
    await useEverything();
    const queries = dashboardQueries();
    expect(queries.length).toBeGreaterThan(30);
    for (const { panel, expr } of queries) {
      const found = await eventually(
        () => series(expr),
        (values) => values.length > 0 && values.every((value) => !Number.isNaN(value)),
      );
      expect([panel, expr, found.length > 0]).toEqual([panel, expr, true]);
      expect([panel, expr, found.filter((value) => Number.isNaN(value))]).toEqual([
        panel,
        expr,
        [],
      ]);
    }
    const answers = await eventually(
      () => series('sum by (outcome) (increase(waypost_redirects_total{outcome="redirect"}[1m]))'),
      ([value = 0]) => value > 0,
    );
    expect(answers[0]).toBeGreaterThan(0);
    expect(await series('waypost_no_such_metric')).toEqual([]);
  }, 180_000);

  /** So that every metric has a value: visits that are stored, errors, a backup. */
  async function useEverything(): Promise<void> {
    const owner = await signUp(waypost.url);
    await owner.createLink({ originalUrl: 'https://shop.example/', customAlias: 'seen' });
    await inParallel({ count: 50, parallel: 4 }, () => visit(`${waypost.url}/seen`));
    await numbersOnceCounted(owner, 50, 20);
    expect((await fetch(`${waypost.url}/api/links`)).status).toBe(401);
    const taken = await operate(['backup', join(folder.path, 'backups')], { DATA_DIR: data.path });
    expect(taken).toMatchObject({ code: 0, err: '' });
    // A rate needs two scrapes in which its counter exists, and times are those of requests in between.
    await eventually(
      async () => {
        await visit(`${waypost.url}/seen`);
        await fetch(`${waypost.url}/api/links`);
        return series(
          'histogram_quantile(0.5, sum by (le) (rate(waypost_redirect_duration_seconds_bucket[1m])))',
        );
      },
      ([value]) => value !== undefined && !Number.isNaN(value),
    );
  }

  test('an alert fires when Waypost ends, and none did before', async () => {
    expect(await firing()).toEqual([]);

    await waypost.stop();

    expect(await eventually(firing, (alerts) => alerts.includes('WaypostDown'))).toContain(
      'WaypostDown',
    );
  });

  async function valueOf(query: string): Promise<number | null> {
    const answer = await fetch(`${api}/query?query=${encodeURIComponent(query)}`);
    const { result } = answered.parse(await answer.json()).data;
    return result[0] === undefined ? null : Number(result[0].value[1]);
  }

  /** The value of each series of the answer; refuses a query that Prometheus refuses. */
  async function series(expr: string): Promise<number[]> {
    const answer = await fetch(`${api}/query?query=${encodeURIComponent(expr)}`);
    if (!answer.ok) throw new Error(`${expr}: ${await answer.text()}`);
    const { result } = answered.parse(await answer.json()).data;
    return result.map(({ value: [, text] }) => Number(text));
  }

  async function firing(): Promise<string[]> {
    const { alerts } = alertList.parse(await (await fetch(`${api}/alerts`)).json()).data;
    return alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname);
  }
});

/** Metrics without a value until something has happened. */
function isAbsentNow(name: string): boolean {
  return /backup|drain_lag|last_stored|http_errors/.test(name);
}

/**
 * The dashboard's queries as Grafana sends them when all instances are chosen. A comparison at the
 * end, which hides what is well, is left out.
 */
function dashboardQueries(): { panel: string; expr: string }[] {
  const text = readFileSync(join(root, 'deploy/prometheus/grafana-dashboard.json'), 'utf8');
  return dashboard
    .parse(JSON.parse(text))
    .panels.flatMap(({ title, targets }) =>
      targets.map(({ expr }) => ({ panel: title, expr: asSent(expr) })),
    );
}

function asSent(expr: string): string {
  const sent = expr
    .replaceAll('$instance', '.*')
    .replaceAll('$__rate_interval', '1m')
    .replaceAll('$__range', '1h')
    .replace(/ (?:> 0|== 1)$/, '');
  if (sent.includes('$')) throw new Error(`the test does not know a variable of ${expr}`);
  return sent;
}

/** What promtool found wrong; empty when nothing. */
function check(args: readonly string[], input = ''): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync([promtool ?? '', ...args], {
    stdin: Buffer.from(input),
  });
  return exitCode === 0 ? '' : `${stdout.toString()}${stderr.toString()}`;
}

function rules(): string {
  return readFileSync(join(root, 'deploy/prometheus/waypost.rules.yml'), 'utf8');
}

/** The rules without their waits. */
function impatient(text: string): string {
  return text.replaceAll(/for: \d+[mh]/g, 'for: 0s');
}

/** The example, every second, for the started instance. */
function configuration(url: string): string {
  return readFileSync(join(root, 'deploy/prometheus/prometheus.yml'), 'utf8')
    .replaceAll('15s', '1s')
    .replace('127.0.0.1:3000', new URL(url).host.replace('localhost', '127.0.0.1'));
}
