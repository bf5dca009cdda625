import { keepOpen } from '#adapters/http/frame/caller';
import { slots, type SlotLimits } from '#core/shared/limits/slots';
import { networkAsker } from '#core/shared/limits/asker';
import { budget } from '#core/shared/limits/budget';
import { refuseFlood } from '#core/shared/limits/rate-limit';
import { singleFlight } from '#core/shared/single-flight';
import { minuteMs, secondMs, type Clock } from '#core/shared/time';

/** What a visitor asks of a public page. */
export type PublicQuestion = {
  /** The page's token. */
  readonly page: string;
  /** All that the answer depends on. */
  readonly key: string;
  /** The visitor's network: an IPv4 address or an IPv6 /64; empty when unknown. */
  readonly network: string;
  readonly request: Request;
};

export type PublicAnswers<Answer> = {
  /**
   * The answer that somebody just got, or `work`'s. Refuses `too_many_requests` when the network has
   * asked too many questions, and `busy` when there is no slot in time.
   */
  to(question: PublicQuestion, work: () => Promise<Answer>): Promise<Answer>;
  /** How many visitors wait. */
  waiting(): number;
};

/** Two questions at once, of different pages and sites: nobody takes both slots. */
const usualLimits: SlotLimits = {
  perKey: 1,
  total: 2,
  waitMs: 20 * secondMs,
  waitingPerKey: 20,
  waiting: 100,
};
/** New questions of one network. Each can ask for years of clicks. */
const perNetwork = { limit: 60, windowMs: minuteMs, keys: 10_000 };
/** For how long, and how many: the longest answer has about 150 kB. */
const kept = { keepMs: 10 * secondMs, most: 100 };
/** The idle limit of their connections: a question waits, and then has a time limit of its own. */
const idleSeconds = 60;

/**
 * The answers to everybody. An answer is kept for some seconds, and visitors who ask the same share
 * one query. The others have turns by network.
 */
export function publicAnswers<Answer>(
  clock: Clock,
  limits: SlotLimits = usualLimits,
): PublicAnswers<Answer> {
  const turns = slots(limits);
  const answers = singleFlight<Answer>({ clock, ...kept });
  const questions = budget(perNetwork);

  return {
    waiting: turns.waiting,
    async to({ page, key, network, request }, work) {
      const known = answers.known(key);
      if (known) return known;

      refuseFlood(questions.waitSeconds(network, clock.now()), tooMany);
      keepOpen(request, idleSeconds);
      const asker = [...networkAsker(network), page];
      return turns.run(asker, () => answers.get(key, work), request.signal);
    },
  };
}

const tooMany = 'Your network asks too many questions of public pages. Please try again later.';
