import type { RoutedLink } from '#core/redirect/routed-link';
import type { Visit, Visitor } from '#core/redirect/visit-link';
import type { Pages } from './pages.ts';
import type { RedirectAnswers } from './redirect-answer.ts';
import type { TakeVisit } from './visit-turn.ts';

export type FollowLinkPorts = {
  readonly takeVisit: TakeVisit;
  readonly pages: Pages;
  readonly redirect: RedirectAnswers;
};

/** Answers visits to links, at the end of the turn that they came in. */
export function followLink(ports: FollowLinkPorts) {
  return (link: RoutedLink, visitor: Visitor): Promise<Response> =>
    new Promise((resolve, reject) => {
      ports.takeVisit(link, visitor, {
        answer: (visit, cookie) => resolve(answerTo(ports, visit, { code: link.code, cookie })),
        fail: reject,
      });
    });
}

type Asked = { readonly code: string; readonly cookie: string };

function answerTo({ pages, redirect }: FollowLinkPorts, visit: Visit, asked: Asked): Response {
  switch (visit.kind) {
    case 'redirect':
      return redirect.response(visit.destination, asked.cookie);
    case 'gone':
      return pages[`${visit.because}Link`](asked.code);
    case 'unknown':
      return pages.unknownLink(asked.code);
  }
}
