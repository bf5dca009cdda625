import type { RoutedLink } from '#core/redirect/routed-link';
import type { Visit, Visitor } from '#core/redirect/visit-link';
import { keptVariantCookie } from '#adapters/http/cookies/kept-variant';
import { appPage } from './options/app-page.ts';
import { linkPreviewPage } from './options/link-preview-page.ts';
import { passwordPage } from './options/password-page.ts';
import type { PageOrigins, Pages } from './pages.ts';
import { redirectAnswers } from './redirect-answer.ts';
import { type VisitPlace, visitTurn, type VisitTurnPorts } from './visit-turn.ts';

type Origins = {
  /** The application's address, to which pages link. */
  readonly appUrl: string;
  /** The address of short links; `https` makes cookies secure. */
  readonly shortUrl: string;
};

export type FollowLinkPorts = VisitTurnPorts & Origins;

/**
 * Answers visits to links, at the end of the event loop's turn in which they arrived; without a
 * `place`, on the instance's own hosts.
 */
export function followLink(
  ports: FollowLinkPorts,
  pages: Pages,
): (link: RoutedLink, visitor: Visitor, place?: VisitPlace) => Promise<Response> {
  const follow = visitTurn(ports);
  const own = visitPlace(pages, ports);
  return (link, visitor, place = own) => follow(link, visitor, place);
}

/** The host at which visits arrive. A custom domain has its own headers, and sets no cookie. */
export function visitPlace(pages: Pages, origins: PageOrigins): VisitPlace {
  const isCustomDomain = origins.headers !== undefined;
  const redirect = redirectAnswers(isCustomDomain ? '' : origins.shortUrl);
  const openApp = appPage(origins);
  const preview = linkPreviewPage(origins);
  const password = passwordPage(origins);
  const isSecure = origins.shortUrl.startsWith('https:');

  const answerOf = (visit: Visit, code: string, cookie: string): Response => {
    switch (visit.kind) {
      case 'redirect':
        return redirect(visit.destination, cookie);
      case 'app':
        return openApp(visit.appUrl, visit.destination, code);
      case 'preview':
        return preview(visit.preview, code);
      case 'locked':
        return password.ask({ code, from: visit.referrer });
      case 'early':
        return pages.earlyLink(code, visit.startsAtMs);
      case 'gone':
        return pages[`${visit.because}Link`](code);
      case 'unknown':
        return pages.unknownLink(code);
    }
  };

  return {
    givesCookies: !isCustomDomain,
    answer: (visit, link, cookie) => {
      const answer = answerOf(visit, link.code, cookie);
      if ('keep' in visit && visit.keep !== undefined) {
        answer.headers.append('set-cookie', keptVariantCookie(link, visit.keep, isSecure));
      }
      return answer;
    },
  };
}
