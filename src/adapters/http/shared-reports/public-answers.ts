import { keepOpen } from '#adapters/http/frame/caller';
import { slots, type SlotLimits } from '#core/shared/limits/slots';
import { networkAsker } from '#core/shared/limits/asker';
import { budget } from '#core/shared/limits/budget';
import { refuseFlood } from '#core/shared/limits/rate-limit';
import { singleFlight } from '#core/shared/single-flight';
import { minuteMs, secondMs, type Clock } from '#core/shared/time';

/** A visitor's question to a public page. */
export type PublicQuestion = {
  /** The page's token. */
  readonly page: string;
  /** Identifies the answer and its type: questions with the same key have the same answer. */
  readonly key: string;
  /** The visitor's network: an IPv4 address or an IPv6 /64; empty when unknown. */
  readonly network: string;
  readonly request: Request;
};

export type PublicAnswers = {
  /**
   * The cached or running answer for this key; otherwise the answer of `work`. Refuses
   * `too_many_requests` when the network has asked too many questions, and `busy` when there is no
   * slot in time.
   */
  to<Answer>(question: PublicQuestion, work: () => Promise<Answer>): Promise<Answer>;
  /** How many visitors wait. */
  waiting(): number;
};

/**
 * Two questions at a time, for different pages and from different sites, so that nobody takes both
 * slots.
 */
const usualLimits: SlotLimits = {
  perKey: 1,
  total: 2,
  waitMs: 20 * secondMs,
  waitingPerKey: 20,
  waiting: 100,
};
/** New questions of one network. Each can ask for years of clicks. */
const perNetwork = { limit: 60, windowMs: minuteMs, keys: 10_000 };
/** How long answers are cached, and how many. The longest answer has about 150 kB. */
const kept = { keepMs: 10 * secondMs, most: 100 };
/** The idle limit of these connections. It covers the wait and the time limit of the question. */
const idleSeconds = 60;

/**
 * Answers to visitors of public pages. An answer is cached for some seconds, and visitors with the
 * same question share one query. Other questions take turns by network.
 */
export function publicAnswers(clock: Clock, limits: SlotLimits = usualLimits): PublicAnswers {
  const turns = slots(limits);
  const answers = singleFlight<unknown>({ clock, ...kept });
  const questions = budget(perNetwork);

  return {
    waiting: turns.waiting,
    async to<Answer>(
      { page, key, network, request }: PublicQuestion,
      work: () => Promise<Answer>,
    ): Promise<Answer> {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key has one type of answer
      const known = answers.known(key) as Promise<Answer> | undefined;
      if (known) return known;

      refuseFlood(questions.waitSeconds(network, clock.now()), tooMany);
      keepOpen(request, idleSeconds);
      const asker = [...networkAsker(network), page];
      const run = () => answers.get(key, work);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key has one type of answer
      return turns.run(asker, run, request.signal) as Promise<Answer>;
    },
  };
}

const tooMany = 'Your network asks too many questions of public pages. Please try again later.';
