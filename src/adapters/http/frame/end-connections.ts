import type { Front } from '#adapters/http/redirect/front';

/**
 * While `isScarce`, lets Bun close each connection after its response, so that idle ones hold no
 * file descriptor. The client opens another one for its next request.
 */
export function endingConnections(front: Front, isScarce: () => boolean): Front {
  return (request, connections) => {
    const given = front(request, connections);
    if (!isScarce()) return given;
    return given instanceof Response ? withEnd(given) : given.then(withEnd);
  };
}

function withEnd(answer: Response): Response {
  answer.headers.set('connection', 'close');
  return answer;
}
