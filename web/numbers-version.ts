import { patientFetch } from './patient-fetch.ts';

/** The response header with the state of the account's numbers and links, as the server read it. */
const markHeader = 'x-numbers-mark';

/** The state of the page when a request was sent. */
type Asked = { readonly round: number; readonly announced: string | null };

/**
 * Compares the states of the answers that a page shows with the state that the server announces, so
 * that the page loads its numbers again only when an answer may be older.
 */
export function trackNumbersVersion() {
  /** The states of the answers since the last reload began. */
  const shown = new Set<string>();
  /** Counts reloads: answers of requests before the last one are not shown. */
  let round = 0;
  let announced: string | null = null;
  let whenOlder = (): void => {};

  return {
    ask: (): Asked => ({ round, announced }),
    /** Records the state of an answer. Answers with other data have none. */
    record(asked: Asked, mark: string | null): void {
      if (mark === null || asked.round !== round) return;
      shown.add(mark);
      const wasAnnouncedMeanwhile = announced !== null && asked.announced !== announced;
      if (wasAnnouncedMeanwhile && mark !== announced) whenOlder();
    },
    /**
     * Records a state that the server announced. Returns whether every received answer already
     * shows it.
     */
    isShown(mark: string): boolean {
      announced = mark;
      return [...shown].every((each) => each === mark);
    },
    /** Starts a new round, when all numbers are loaded again. */
    startRound(): void {
      round += 1;
      shown.clear();
    },
    /**
     * Calls the listener when an answer arrives that may be older than a state announced after its
     * request. Returns a function that stops this and forgets the announced state.
     */
    onOlder(listener: () => void): () => void {
      whenOlder = listener;
      return () => {
        whenOlder = () => {};
        announced = null;
      };
    },
  };
}

/** The states of this page's answers. */
export const numbersVersion = trackNumbersVersion();

/** Like `patientFetch`, and records the state of the answer's numbers. */
export async function markedFetch(
  url: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  const asked = numbersVersion.ask();
  const answer = await patientFetch(url, init);
  numbersVersion.record(asked, answer.headers.get(markHeader));
  return answer;
}
