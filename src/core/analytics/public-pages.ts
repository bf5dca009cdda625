import type { PublicPageInput } from '#contract/analytics/public-pages';
import type { Guessed } from '#core/accounts/passwords/shared-password';
import { networkOf } from '#core/clicks/address';
import type { Link } from '#core/links/link';
import { ownLink } from '#core/links/own-link';
import { refuseFlood } from '#core/shared/limits/rate-limit';
import { notFound, Refusal } from '#core/shared/refusal';
import { hourMs } from '#core/shared/time';
import type { PublicPagePorts } from './ports.ts';
import { answerReport } from './report/answer-report.ts';
import { divided } from './report/filters.ts';
import type { Report } from './report/report.ts';
import type { ReportQuestion } from './report/report-question.ts';

/** The page with one link's numbers that everybody with its token may see. */
export type PublicPage = {
  readonly userId: string;
  readonly linkId: string;
  /** 128 random bits as 22 characters of base64url. */
  readonly token: string;
  /** Null when the token is enough. */
  readonly passwordHash: string | null;
  /** Off: the page shows no revenue and no profit. */
  readonly showsMoney: boolean;
};

const tokenBytes = 16;

/** The page of the owner's link; null when it has none. Refuses `not_found` for another's link. */
export async function showPublicPage(
  { links, pages }: Pick<PublicPagePorts, 'links' | 'pages'>,
  userId: string,
  linkId: string,
): Promise<PublicPage | null> {
  await ownLink(links, userId, linkId);
  return pages.of(userId, linkId);
}

/** Opens the page of the owner's link, or changes it. Refuses `not_found` for another's link. */
export async function sharePublicPage(
  { clock, randomBytes, passwords, links, pages }: PublicPagePorts,
  userId: string,
  { linkId, password, showsMoney }: PublicPageInput & { readonly linkId: string },
): Promise<PublicPage> {
  await ownLink(links, userId, linkId);
  const token = randomBytes(tokenBytes).toBase64({ alphabet: 'base64url', omitPadding: true });
  const passwordHash = password && (await passwords.hash(password, [userId]));
  const wished = { userId, linkId, token, passwordHash, showsMoney };
  const page = await pages.share(wished, new Date(clock.now()));
  if (page === null) throw notFound();
  return page;
}

/** Closes the page of the owner's link for good. Refuses `not_found` for another's link. */
export async function revokePublicPage(
  { links, pages }: Pick<PublicPagePorts, 'links' | 'pages'>,
  userId: string,
  linkId: string,
): Promise<void> {
  await ownLink(links, userId, linkId);
  await pages.revoke(userId, linkId);
}

/**
 * The page, for a visitor with a proof that `unlockPublicPage` gave, or with none. Refuses `not_found`
 * for an unknown or revoked token, and while the owner is banned, and `unauthenticated` without the
 * proof of the page's password.
 */
export async function openPublicPage(
  ports: PublicPagePorts,
  token: string,
  proof: string | null,
): Promise<PublicPage> {
  const page = await found(ports, token);
  if (page.passwordHash === null || isProven(ports, page, proof)) return page;
  throw new Refusal('unauthenticated', 'Enter the password of this page');
}

async function found({ pages, bans }: PublicPagePorts, token: string): Promise<PublicPage> {
  const page = await pages.byToken(token);
  if (page === null || bans.isBanned(page.userId)) throw notFound();
  return page;
}

function isProven(
  { clock, proofs }: PublicPagePorts,
  page: PublicPage,
  proof: string | null,
): boolean {
  const [endsText = '', signature = ''] = (proof ?? '').split('.');
  const endsMs = Number(endsText);
  return endsMs > clock.now() && proofs.isSigned(claim(page, endsMs), signature);
}

/** A new password makes earlier proofs worthless. */
function claim({ token, passwordHash }: PublicPage, endsMs: number): string {
  return `${token} ${passwordHash ?? ''} ${endsMs}`;
}

/** What the page shows: one link, and its report. */
export type PublicReport = {
  readonly link: Link;
  readonly report: Report;
  readonly showsMoney: boolean;
};

/**
 * The report of the page's link alone. The links and labels that the question names are ignored:
 * visitors could find out the labels.
 */
export async function answerPublicPage(
  ports: PublicPagePorts,
  { userId, linkId, showsMoney }: PublicPage,
  question: ReportQuestion,
): Promise<PublicReport> {
  const filters = { ...divided(question.filters).events, link: [linkId] };
  const alsoNamed = [linkId];
  const report = await answerReport(ports, userId, { ...question, filters, alsoNamed });
  const link = report.links.get(linkId);
  if (link === undefined) throw notFound();
  return { link, report, showsMoney };
}

/** How long a visitor need not enter the password again. */
export const unlockedMs = hourMs;

/** A visitor's attempt, and their network address; empty when unknown. */
type Attempt = { readonly token: string; readonly password: string; readonly address: string };

/**
 * Returns the proof that `openPublicPage` takes for one hour, until the password changes. Refuses
 * `not_found` as it does, `invalid_credentials` and `too_many_requests`.
 */
export async function unlockPublicPage(ports: PublicPagePorts, attempt: Attempt): Promise<string> {
  const page = await found(ports, attempt.token);
  refuseWrong(await guessed(ports, page, attempt));
  const endsMs = ports.clock.now() + unlockedMs;
  return `${endsMs}.${ports.proofs.sign(claim(page, endsMs))}`;
}

async function guessed(
  { checkPassword }: PublicPagePorts,
  { token, userId, passwordHash }: PublicPage,
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
