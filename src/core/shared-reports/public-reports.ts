import type { Guessed } from '#core/accounts/passwords/shared-password';
import { answerReport } from '#core/analytics/report/answer-report';
import type { Report } from '#core/analytics/report/report';
import type { ReportQuestion } from '#core/analytics/report/report-question';
import { networkOf } from '#core/clicks/address';
import type { Link } from '#core/links/link';
import { refuseFlood } from '#core/shared/limits/rate-limit';
import { notFound, Refusal } from '#core/shared/refusal';
import { hourMs } from '#core/shared/time';
import type { SharedReport, SharedReportPorts } from './ports.ts';

/** What a visitor asks for. */
export type Asked = {
  readonly token: string;
  /**
   * The account of the custom domain where the visitor is; it shows no report of another account.
   * Null on the application's own host.
   */
  readonly hostOwner: string | null;
  /** The account that previews its own reports; null for everybody else. */
  readonly previewer: string | null;
};

/** With the proof that `unlockReport` gave; null: with none. */
export type Visit = Asked & { readonly proof: string | null };

/**
 * The report; for its previewer in any state. Refuses `not_found` for a token that the host does not
 * have, after the report's end, while it is off, and while the owner is banned, and
 * `unauthenticated` without the proof of the report's password.
 */
export async function openReport(ports: SharedReportPorts, visit: Visit): Promise<SharedReport> {
  const report = await running(ports, visit);
  if (isPreviewed(report, visit)) return report;
  if (report.passwordHash === null || isProven(ports, report, visit.proof)) return report;
  throw new Refusal('unauthenticated', 'Enter the password of this page');
}

/** A report, and whether its numbers can be read. */
export type Covered = {
  readonly report: SharedReport;
  readonly state: 'open' | 'locked' | 'ended';
};

/**
 * What everybody with the token may know of a report. Refuses `not_found` as `openReport` does, but
 * not after its end.
 */
export async function coverOf(ports: SharedReportPorts, visit: Visit): Promise<Covered> {
  const report = await found(ports, visit);
  if (hasEnded(report, ports.clock.now())) return { report, state: 'ended' };
  const isOpen = report.passwordHash === null || isProven(ports, report, visit.proof);
  return { report, state: isOpen ? 'open' : 'locked' };
}

/** Whether the owner looks at the report as visitors see it. */
export function isPreviewed({ userId }: SharedReport, { previewer }: Asked): boolean {
  return previewer === userId;
}

/** The logo of a running report that shows one. Refuses `not_found`. */
export async function reportLogo(
  ports: SharedReportPorts,
  asked: Asked,
): Promise<Uint8Array<ArrayBuffer>> {
  const report = await running(ports, asked);
  const logo = report.showsLogo ? await ports.logoOf(report.userId) : null;
  if (logo === null) throw notFound();
  return logo;
}

async function running(ports: SharedReportPorts, asked: Asked): Promise<SharedReport> {
  const report = await found(ports, asked);
  if (hasEnded(report, ports.clock.now()) && !isPreviewed(report, asked)) throw notFound();
  return report;
}

async function found(
  { reportsShared, bans }: SharedReportPorts,
  { token, hostOwner }: Asked,
): Promise<SharedReport> {
  const report = await reportsShared.byToken(token);
  if (report === null || bans.isBanned(report.userId)) throw notFound();
  if (hostOwner !== null && hostOwner !== report.userId) throw notFound();
  return report;
}

export function hasEnded({ isOn, expiresAt }: SharedReport, nowMs: number): boolean {
  return !isOn || (expiresAt !== null && expiresAt.getTime() <= nowMs);
}

function isProven(
  { clock, proofs }: SharedReportPorts,
  report: SharedReport,
  proof: string | null,
): boolean {
  const [endsText = '', signature = ''] = (proof ?? '').split('.');
  const endsMs = Number(endsText);
  return endsMs > clock.now() && proofs.isSigned(claim(report, endsMs), signature);
}

/** A new password makes earlier proofs worthless. */
function claim({ token, passwordHash }: SharedReport, endsMs: number): string {
  return `${token} ${passwordHash ?? ''} ${endsMs}`;
}

/** What the page shows. */
export type PublicReport = {
  /** Of a link's public page; otherwise null. */
  readonly link: Link | null;
  readonly report: Report;
};

/** The numbers of a shared report; `question` is its visitor's. Fails as `answerReport`. */
export async function answerPublic(
  ports: SharedReportPorts,
  { userId, linkId }: SharedReport,
  question: ReportQuestion,
): Promise<PublicReport> {
  if (linkId === null) return { link: null, report: await answerReport(ports, userId, question) };
  const filters = { ...question.filters, link: [linkId] };
  const report = await answerReport(ports, userId, { ...question, filters, alsoNamed: [linkId] });
  const link = report.links.get(linkId);
  if (link === undefined) throw notFound();
  return { link, report };
}

/** How long a visitor need not enter the password again. */
export const unlockedMs = hourMs;

/** A visitor's attempt, and their network address; empty when unknown. */
type Attempt = Asked & { readonly password: string; readonly address: string };

/**
 * Returns the proof that `openReport` takes for one hour, until the password changes, and the report.
 * Refuses `not_found` as it does, `invalid_credentials` and `too_many_requests`.
 */
export async function unlockReport(
  ports: SharedReportPorts,
  attempt: Attempt,
): Promise<{ readonly proof: string; readonly report: SharedReport }> {
  const report = await running(ports, attempt);
  refuseWrong(await guessed(ports, report, attempt));
  const endsMs = ports.clock.now() + unlockedMs;
  return { proof: `${endsMs}.${ports.proofs.sign(claim(report, endsMs))}`, report };
}

async function guessed(
  { checkPassword }: SharedReportPorts,
  { token, userId, passwordHash }: SharedReport,
  { password, address }: Attempt,
): Promise<Guessed> {
  if (passwordHash === null) return { kind: 'wrong' };
  const network = networkOf(address, { ipv4: 32, ipv6: 64 })?.text ?? '';
  return checkPassword({ subject: token, owner: userId, network, password, passwordHash });
}

function refuseWrong(guess: Guessed): void {
  if (guess.kind === 'too_many') {
    refuseFlood(guess.retryAfterSeconds, 'Too many passwords were tried. Please try again later.');
  }
  if (guess.kind === 'wrong') {
    throw new Refusal('invalid_credentials', 'This password is incorrect');
  }
}
