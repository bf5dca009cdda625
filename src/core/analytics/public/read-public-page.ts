import type { Bans } from '#core/accounts/banned';
import { sharedPassword, type SharedPasswordPorts } from '#core/accounts/passwords/shared-password';
import { divided } from '#core/analytics/report/filters';
import type { Report } from '#core/analytics/report/report';
import type { ReportQuestion } from '#core/analytics/report/report-question';
import { answerReport } from '#core/analytics/report/answer-report';
import type { AnalyticsPorts } from '#core/analytics/ports';
import { networkOf } from '#core/clicks/address';
import type { Link } from '#core/links/link';
import { refuseFlood } from '#core/shared/limits/rate-limit';
import { notFound, Refusal } from '#core/shared/refusal';
import { hourMs } from '#core/shared/time';
import type { PublicPage } from './public-page.ts';

export type ReadPublicPagePorts = SharedPasswordPorts &
  AnalyticsPorts & {
    readonly pages: {
      /** The open page with this token; null when there is none. */
      byToken(token: string): Promise<PublicPage | null>;
    };
    readonly bans: Pick<Bans, 'isBanned'>;
    readonly proofs: {
      /** A signature of the text, of letters and digits. */
      sign(text: string): string;
      isSigned(text: string, signature: string): boolean;
    };
  };

/** What the page shows: one link, and its report. */
export type PublicReport = {
  readonly link: Link;
  readonly report: Report;
  readonly showsMoney: boolean;
};

/** How long a visitor need not enter the password again. */
export const unlockedMs = hourMs;

/**
 * The visitor's side of a public page. All of it refuses `not_found` for an unknown or revoked
 * token, and while the owner is banned. `open` refuses `unauthenticated` without the proof of the
 * page's password; `unlock` refuses `invalid_credentials` and `too_many_requests`.
 */
export function readPublicPage(ports: ReadPublicPagePorts) {
  const { clock, pages, bans, proofs } = ports;
  const check = sharedPassword(ports);
  return {
    /** The page, for a visitor with a proof that `unlock` gave, or with none. */
    async open(token: string, proof: string | null): Promise<PublicPage> {
      const page = await found(token);
      if (page.passwordHash === null || isProven(page, proof)) return page;
      throw new Refusal('unauthenticated', 'Enter the password of this page');
    },

    /**
     * The report of the page's link alone. The links and labels that the question names are ignored:
     * visitors could find out the labels.
     */
    async answer(page: PublicPage, question: ReportQuestion): Promise<PublicReport> {
      const { userId, linkId, showsMoney } = page;
      const filters = { ...divided(question.filters).events, link: [linkId] };
      const alsoNamed = [linkId];
      const report = await answerReport(ports, userId, { ...question, filters, alsoNamed });
      const link = report.links.get(linkId);
      if (link === undefined) throw notFound();
      return { link, report, showsMoney };
    },

    /** Returns the proof that `open` takes for one hour, until the password changes. */
    async unlock(token: string, password: string, address: string): Promise<string> {
      const page = await found(token);
      await checkPassword(page, password, address);
      const endsMs = clock.now() + unlockedMs;
      return `${endsMs}.${proofs.sign(claim(page, endsMs))}`;
    },
  };

  async function found(token: string): Promise<PublicPage> {
    const page = await pages.byToken(token);
    if (page === null || bans.isBanned(page.userId)) throw notFound();
    return page;
  }

  function isProven(page: PublicPage, proof: string | null): boolean {
    const [endsText = '', signature = ''] = (proof ?? '').split('.');
    const endsMs = Number(endsText);
    return endsMs > clock.now() && proofs.isSigned(claim(page, endsMs), signature);
  }

  async function checkPassword(
    { token, userId, passwordHash }: PublicPage,
    password: string,
    address: string,
  ): Promise<void> {
    if (passwordHash === null) throw wrongPassword();
    const network = networkOf(address, { ipv4: 32, ipv6: 64 })?.text ?? '';
    const guessed = await check({ subject: token, owner: userId, network, password, passwordHash });
    if (guessed.kind === 'too_many') refuseFlood(guessed.retryAfterSeconds, tooMany);
    if (guessed.kind === 'wrong') throw wrongPassword();
  }
}

const tooMany = 'Too many passwords were tried. Please try again later.';

function wrongPassword(): Refusal {
  return new Refusal('invalid_credentials', 'This password is incorrect');
}

/** A new password makes earlier proofs worthless. */
function claim({ token, passwordHash }: PublicPage, endsMs: number): string {
  return `${token} ${passwordHash ?? ''} ${endsMs}`;
}
