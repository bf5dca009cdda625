type Waiting<Question, Answer> = {
  readonly question: Question;
  answer(answer: Answer): void;
  fail(error: unknown): void;
};

/**
 * Returns a function that asks a question. The questions of one moment, such as the lists of a page, are
 * one call of `askAll`, which answers in their order; more than `most` are several calls.
 */
export function batch<Question, Answer>(
  most: number,
  askAll: (questions: readonly Question[]) => Promise<readonly Answer[]>,
): (question: Question) => Promise<Answer> {
  let waiting: Waiting<Question, Answer>[] = [];

  const askTogether = async (some: readonly Waiting<Question, Answer>[]): Promise<void> => {
    try {
      const answers = await askAll(some.map(({ question }) => question));
      for (const [index, { answer, fail }] of some.entries()) {
        const own = answers[index];
        if (own === undefined) fail(new Error('A question was not answered'));
        else answer(own);
      }
    } catch (error) {
      for (const { fail } of some) fail(error);
    }
  };
  const send = () => {
    const all = waiting;
    waiting = [];
    for (let first = 0; first < all.length; first += most) {
      void askTogether(all.slice(first, first + most));
    }
  };

  return (question) =>
    new Promise((answer, fail) => {
      if (waiting.length === 0) setTimeout(send);
      waiting.push({ question, answer, fail });
    });
}
