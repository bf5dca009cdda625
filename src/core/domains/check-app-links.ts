import { appLinkPaths, type AppLinksCheck, type CheckedLine } from '#contract/app-links';
import { conflictAt } from '#core/shared/refusal';
import { refuseManyChecks } from './check-domain.ts';
import type { Domain } from './domain.ts';
import type { DomainPorts, Domains, FetchedFile } from './ports.ts';

/** Apple reads no larger file; Google's is kept to the same. */
const mostBytes = 128 * 1024;

type System = keyof typeof appLinkPaths;
type Verdict = Pick<CheckedLine, 'kind' | 'text'>;

const right = (text: string): Verdict => ({ kind: 'right', text });
const wrong = (text: string): Verdict => ({ kind: 'wrong', text });

type CheckPorts = Pick<DomainPorts, 'perAccount' | 'clock' | 'fetchFile'> & {
  readonly domains: Pick<Domains, 'get'>;
};

/**
 * Fetches the files that name a domain's apps as Apple and Google do, and says line by line what is
 * right, what is wrong, and what has to be in the app. Refuses `not_found`, `too_many_requests`, and
 * `conflict` for a domain that is not connected or has no app.
 */
export async function checkAppLinks(
  ports: CheckPorts,
  userId: string,
  domainId: string,
): Promise<AppLinksCheck> {
  const domain = await ports.domains.get(userId, domainId);
  // Only the owner of a domain may let Waypost send requests to it.
  if (domain.state !== 'proven') throw conflictAt('domain', 'Connect the domain first');
  const { ios, android } = domain.appLinks;
  if (ios.length + android.length === 0) throw conflictAt('appLinks', 'Save an app first');
  refuseManyChecks(ports, userId);

  const linesOf = async (system: System, rest: (file: string) => Verdict[], todo: string) => {
    const url = `https://${domain.host}${appLinkPaths[system]}`;
    const fetched = await ports.fetchFile(url, mostBytes);
    const verdicts = [...judgeAnswer(fetched, domain), ...judgeText(fetched, rest)];
    return [...verdicts, { kind: 'todo' as const, text: todo }].map((line) => ({
      system,
      ...line,
    }));
  };
  const checked = await Promise.all([
    ...(ios.length > 0
      ? [linesOf('ios', (text) => judgeApple(text, domain), iosTodo(domain))]
      : []),
    ...(android.length > 0
      ? [linesOf('android', (text) => judgeGoogle(text, domain), androidTodo(domain))]
      : []),
  ]);
  return { lines: checked.flat() };
}

function iosTodo({ host }: Domain): string {
  return `In each iOS app, add applinks:${host} to the entitlement Associated Domains. Waypost cannot see that. Devices ask Apple for the file when the app is installed or updated, and Apple may keep its copy for a day.`;
}

function androidTodo({ host }: Domain): string {
  return `In each Android app, add an intent filter with android:autoVerify="true" for the scheme https and the host ${host}. Waypost cannot see that. Devices fetch the file when the app is installed or updated.`;
}

/** Judges how the file was answered. */
function judgeAnswer(fetched: FetchedFile, { host }: Domain): Verdict[] {
  if (fetched.kind !== 'answered') return [wrong(failures[fetched.kind](host))];
  const { status, contentType } = fetched;
  if (status >= 300 && status < 400) {
    return [
      right(`${host} answers by https, with a valid certificate.`),
      wrong(
        `The address redirects (${status}), and Apple and Google follow no redirect. Let the server in front of Waypost pass the address.`,
      ),
    ];
  }
  if (status !== 200) {
    return [
      right(`${host} answers by https, with a valid certificate.`),
      wrong(
        `The address answers with status ${status}, and has to answer with 200. Let the server in front of Waypost pass the address, to everybody.`,
      ),
    ];
  }
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  return [
    right(`${host} answers by https, with a valid certificate and without a redirect.`),
    type === 'application/json'
      ? right('The content type is application/json.')
      : wrong(
          'The content type is not application/json. Let the server in front of Waypost keep the header Content-Type.',
        ),
  ];
}

const failures: Readonly<
  Record<Exclude<FetchedFile['kind'], 'answered'>, (host: string) => string>
> = {
  refused: (host) =>
    `${host} leads to an address that is not public, so Waypost does not fetch the file, and neither can Apple or Google. Point the domain to a public address.`,
  no_host: (host) =>
    `The DNS has no address for ${host}. Set the record under 'Point it to Waypost'.`,
  no_connection: (host) =>
    `Nothing accepts a connection at https://${host}. Open the port 443 of your server.`,
  timeout: (host) => `https://${host} did not answer within 10 seconds.`,
  certificate: (host) =>
    `The certificate at https://${host} is not valid for the domain. Apple and Google need a valid one.`,
  unclear: () => 'The file could not be fetched. Please try again in a minute.',
};

/** Judges the content of a file that was answered as it has to be. */
function judgeText(fetched: FetchedFile, judge: (text: string) => Verdict[]): Verdict[] {
  if (fetched.kind !== 'answered' || fetched.status !== 200) return [];
  if (fetched.text === null) return [wrong('The file is larger than 128 KB: Apple ignores it.')];
  return [right('The file has at most 128 KB.'), ...judge(fetched.text)];
}

const otherForm = wrong(
  'The file is not the one that Waypost answers. Let the server in front of Waypost pass the address.',
);

function judgeApple(text: string, { appLinks }: Domain): Verdict[] {
  const details = listAt(at(jsonOf(text), 'applinks'), 'details');
  if (details === null) return [otherForm];
  const named = new Set(details.flatMap((detail) => listAt(detail, 'appIDs') ?? []));
  return [
    right('The file has the form that Apple reads.'),
    ...appLinks.ios.map((id) => presence(id, named.has(id))),
  ];
}

function judgeGoogle(text: string, { appLinks }: Domain): Verdict[] {
  const statements = jsonOf(text);
  if (!Array.isArray(statements)) return [otherForm];
  const named = new Set(
    statements.flatMap((statement: unknown) => {
      const target = at(statement, 'target');
      const name = at(target, 'package_name');
      const prints = listAt(target, 'sha256_cert_fingerprints') ?? [];
      return typeof name === 'string' ? prints.map((print) => `${name} ${String(print)}`) : [];
    }),
  );
  return [
    right('The file has the form that Google reads.'),
    ...appLinks.android.map(({ packageName, fingerprints }) =>
      presence(
        packageName,
        fingerprints.every((print) => named.has(`${packageName} ${print}`)),
      ),
    ),
  ];
}

function presence(app: string, isThere: boolean): Verdict {
  return isThere
    ? right(`${app} is in the file.`)
    : wrong(
        `${app} is not in the file as it is saved here. Saved minutes ago? A server in front of Waypost may keep an older copy for five minutes.`,
      );
}

/** The value of a JSON text; undefined for other text. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function at(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return new Map<string, unknown>(Object.entries(value)).get(key);
}

function listAt(value: unknown, key: string): readonly unknown[] | null {
  const list = at(value, key);
  return Array.isArray(list) ? list : null;
}
