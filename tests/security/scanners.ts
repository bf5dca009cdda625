import { join } from 'node:path';
import { z } from 'zod';
import { tempFolder } from '#tests/support/temp-folder';

/** Tools from Debian's packages; they are not installed automatically. */
const tools = ['wapiti', 'slowhttptest'] as const;

/** Throws, with the way to install it, when a scanner is missing on this machine. */
export function wantScanners(): void {
  const missing = tools.filter((tool) => Bun.which(tool) === null);
  if (missing.length === 0) return;
  throw new Error(`${missing.join(' and ')} missing: apt-get install ${missing.join(' ')}`);
}

/**
 * The scanner's modules; never `ssrf` and `xxe`, which send requests to a server on another site.
 */
const modules = [
  ...['backup', 'blindsql', 'cookieflags', 'crlf', 'csp', 'csrf', 'exec', 'file', 'http_headers'],
  ...['methods', 'permanentxss', 'redirect', 'sql', 'xss'],
];

const wapitiReport = z.object({
  vulnerabilities: z.record(z.string(), z.array(z.object({ path: z.string(), info: z.string() }))),
  anomalies: z.record(z.string(), z.array(z.object({ path: z.string(), info: z.string() }))),
});

type Scan = {
  readonly url: string;
  /** Paths without a link to them. */
  readonly more?: readonly string[];
  readonly cookie?: string;
  readonly limitSeconds: number;
};

/**
 * The findings of wapiti for a site: `category path: detail`, each once. Sends nothing to other
 * sites.
 */
export async function wapiti({ url, more = [], cookie, limitSeconds }: Scan): Promise<string[]> {
  using folder = tempFolder();
  const report = join(folder.path, 'report.json');
  const command = [
    ...['wapiti', '--no-bugreport', '--url', `${url}/`, '--scope', 'domain', '-m', modules.join()],
    ...['--max-scan-time', String(limitSeconds), '--max-attack-time', '40', '--flush-session'],
    ...['--store-session', folder.path, '--store-config', folder.path, '-f', 'json', '-o', report],
    ...more.flatMap((path) => ['--start', `${url}${path}`]),
    ...(cookie === undefined ? [] : ['-H', `Cookie: ${cookie}`, '-H', `Origin: ${url}`]),
    ...['--verbose', '0'],
  ];
  const said = await finish(command, limitSeconds + 60);
  if (!(await Bun.file(report).exists()))
    throw new Error(`wapiti ended without a report:\n${said}`);

  const { vulnerabilities, anomalies } = wapitiReport.parse(await Bun.file(report).json());
  const found = [...Object.entries(vulnerabilities), ...Object.entries(anomalies)].flatMap(
    ([category, findings]) => findings.map(({ path, info }) => `${category} ${path}: ${info}`),
  );
  return [...new Set(found)].toSorted();
}

/** Slow headers, slow JSON bodies (others are refused unread), and slow reading. */
export const slowWays = {
  headers: ['-H'],
  bodies: ['-B', '-f', 'application/json'],
  reading: ['-X'],
} as const;

/** Whether a site still answers others while slowhttptest holds `connections` to it. */
export async function staysAvailable(
  url: string,
  way: keyof typeof slowWays,
  connections: number,
): Promise<boolean> {
  const said = await finish(
    [
      ...['slowhttptest', ...slowWays[way], '-u', url, '-c', String(connections), '-r', '100'],
      ...['-i', '3', '-x', '24', '-p', '3', '-l', '15'],
    ],
    40,
  );
  // Its colour codes are between the words and their result.
  const plain = Bun.stripANSI(said);
  const answers = [...plain.matchAll(/service available: *(YES|NO)/g)].map(([, answer]) => answer);
  if (answers.length === 0) throw new Error(`slowhttptest said nothing of it:\n${plain}`);
  return !answers.includes('NO');
}

const nowhere = 'http://127.0.0.1:9';
const noWayOut = {
  http_proxy: nowhere,
  https_proxy: nowhere,
  all_proxy: nowhere,
  no_proxy: '127.0.0.1,localhost',
};

async function finish(command: string[], limitSeconds: number): Promise<string> {
  const child = Bun.spawn(command, {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    // One of its modules always tries to load a list from another site: it cannot reach it.
    env: { ...process.env, ...noWayOut },
    timeout: limitSeconds * 1000,
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  await child.exited;
  return `${out}${err}`;
}
