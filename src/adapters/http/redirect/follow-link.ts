import type { RoutedLink } from '#core/redirect/routed-link';
import type { Visit, Visitor } from '#core/redirect/visit-link';
import type { Pages } from './pages.ts';
import { redirectAnswers } from './redirect-answer.ts';
import { type VisitAnswer, visitTurn, type VisitTurnPorts } from './visit-turn.ts';

export type FollowLinkPorts = VisitTurnPorts & {
  /** The address of short links; `https` makes cookies secure. */
  readonly shortUrl: string;
};

/** Answers visits to links, at the end of the event loop's turn in which they arrived. */
export function followLink(
  ports: FollowLinkPorts,
  pages: Pages,
): (link: RoutedLink, visitor: Visitor) => Promise<Response> {
  return visitTurn(ports, visitAnswers(pages, ports.shortUrl));
}

function visitAnswers(pages: Pages, shortUrl: string): VisitAnswer {
  const redirect = redirectAnswers(shortUrl);

  return (visit: Visit, { code }, cookie) => {
    switch (visit.kind) {
      case 'redirect':
        return redirect(visit.destination, cookie);
      case 'gone':
        return pages[`${visit.because}Link`](code);
      case 'unknown':
        return pages.unknownLink(code);
    }
  };
}
