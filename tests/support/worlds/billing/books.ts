import {
  clearPayments,
  correctPayments,
  followTrials,
  type KeepBooksPorts,
  listPayments,
} from '#core/billing/keep-books';

/** The tasks of the billing maintenance, each to be run by itself. */
export function booksOf(ports: KeepBooksPorts) {
  return {
    correct: correctPayments(ports),
    clear: clearPayments(ports),
    list: listPayments(ports),
    followTrials: followTrials(ports),
  };
}
