import { expect, test } from 'bun:test';
import { frame } from '#adapters/http/frame/frame';
import { policyReportRoutes } from '#adapters/http/web/policy-reports';
import { appUrl, call, memoryLog } from '#tests/support/calls';

function start() {
  const log = memoryLog();
  const routes = policyReportRoutes({ log, clock: { now: () => Date.UTC(2026, 5, 1) } });
  const app = frame({ appUrl, log, isOutage: () => false }).use(routes);
  const report = (json: unknown, type = 'application/csp-report') =>
    call(app, '/api/policy-reports', { json, headers: { 'content-type': type } });
  const told = () => log.lines.filter((line) => line.includes('content security policy'));
  return { report, told };
}

const breach = {
  'document-uri': 'http://localhost:3000/reset-password?token=marker-token',
  'effective-directive': 'script-src-attr',
  'blocked-uri': 'https://evil.example/x?email=marker-mail',
};

test('[security-headers] [discreet-logs] a report is logged once, without the query', async () => {
  const { report, told } = start();

  const { status } = await report({ 'csp-report': breach });

  expect(status).toBe(204);
  expect(told().map((line) => JSON.parse(line))).toEqual([
    {
      level: 'warn',
      event: 'a page violated its content security policy',
      count: 1,
      directive: 'script-src-attr',
      blocked: 'https://evil.example',
      page: '/reset-password',
    },
  ]);
});

test('[discreet-logs] invalid and hostile reports leave nothing of their content in the log', async () => {
  const { report, told } = start();

  await report({ other: 'marker' });
  await report({ 'csp-report': 'marker' });
  await report({
    'csp-report': {
      'blocked-uri': 'marker\n{"level":"fake"}',
      'effective-directive': '"MARKER',
      'document-uri': 'http://localhost/Ab3marker',
    },
  });

  expect(told().map((line) => JSON.parse(line))).toMatchObject([
    { blocked: '', directive: '', page: '/…' },
  ]);
  expect((await report('marker', 'text/plain')).status).toBe(415);
});

test('[security-headers] a flood of reports is counted and not logged', async () => {
  const { report, told } = start();

  for (let count = 0; count < 100; count += 1) await report({ 'csp-report': breach });

  expect(told()).toHaveLength(30);
});
