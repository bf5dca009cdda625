import { Refusal } from '#core/shared/refusal';

/** A call that must have one effect, also when it is sent several times within 24 hours. */
export type IdempotentCall = {
  readonly userId: string;
  /** Chosen by the caller: 1 to 255 characters. */
  readonly key: string;
  /** A digest of the request, to detect another request with the same key. */
  readonly fingerprint: string;
  /** The id of the thing that the call makes, unless an earlier attempt has already chosen one. */
  readonly chosenId: string;
  readonly atMs: number;
};

/** What a call answered. The text is empty when the answer has no body. */
export type Answer = { readonly status: number; readonly text: string };

/** `isPassing`: a part of it was refused for a reason that passes, so that a repeat does it again. */
type Worked = Answer & { readonly isPassing?: boolean };

/** What is kept of an answer: of one that is too long, the ids of the things in it. */
export type KeptAnswer = Answer | { readonly ids: readonly string[] };

/** Idempotent calls of the last 24 hours, shared by all instances. */
export type IdempotentCalls = {
  /**
   * Begins the call for one of several concurrent attempts. After 15 seconds an attempt that was
   * neither finished nor released is taken over, with the id of the thing that it may have made.
   */
  begin(
    call: IdempotentCall,
  ): Promise<
    | { readonly kind: 'begun'; readonly chosenId: string }
    | { readonly kind: 'finished'; readonly answer: KeptAnswer }
    | { readonly kind: 'running' }
    | { readonly kind: 'different' }
  >;
  /** The call has taken effect and is not repeated. */
  finish(call: IdempotentCall, answer: KeptAnswer): Promise<void>;
  /** The attempt failed: the next one may begin at once, with the same id. */
  letGo(call: IdempotentCall): Promise<void>;
  /**
   * The attempt was refused before it had an effect: the key may be used for another request. Does
   * nothing once the call is finished, or another attempt has taken it over.
   */
  forget(call: IdempotentCall): Promise<void>;
};

/** The longest answer that is kept, in UTF-16 units. */
const longestAnswer = 256 * 1024;

/** An answer, and whether it is that of an earlier attempt. */
export type OnceAnswered = { readonly answer: Answer; readonly isRepeated: boolean };

/**
 * Runs `work` for the first attempt of a call, and returns its answer for every attempt. Refuses
 * `idempotency_running` while another attempt runs, `idempotency_mismatch` when the key was used for
 * another request, and `conflict` with the answer's ids for a repeat whose answer was too long to keep. A
 * call that is itself refused has no effect, and leaves its key free.
 */
export async function once(
  calls: IdempotentCalls,
  call: IdempotentCall,
  work: (chosenId: string) => Promise<Worked>,
): Promise<OnceAnswered> {
  const state = await calls.begin(call);
  switch (state.kind) {
    case 'finished':
      if ('ids' in state.answer) throw answeredAtLength(state.answer.ids);
      return { answer: state.answer, isRepeated: true };
    case 'running':
      throw underWay();
    case 'different':
      throw usedOtherwise();
    case 'begun': {
      const answer = await doneOrLetGo(calls, call, { chosenId: state.chosenId, work });
      return { answer, isRepeated: false };
    }
  }
}

type Begun = {
  readonly chosenId: string;
  readonly work: (chosenId: string) => Promise<Worked>;
};

async function doneOrLetGo(
  calls: IdempotentCalls,
  call: IdempotentCall,
  { chosenId, work }: Begun,
): Promise<Answer> {
  let answer;
  try {
    answer = await work(chosenId);
  } catch (error) {
    // An earlier attempt that chose another id may have had an effect.
    const isFirst = chosenId === call.chosenId;
    await (isFirst && isRefused(error) ? calls.forget(call) : calls.letGo(call));
    throw error;
  }
  const { isPassing = false, ...kept } = answer;
  if (isPassing) await calls.letGo(call);
  else await calls.finish(call, kept.text.length <= longestAnswer ? kept : { ids: idsOf(kept) });
  return kept;
}

/** The ids of the things in an answer, in their order, without those of their parts. */
function idsOf({ text }: Answer): string[] {
  const ids: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('id' in value && typeof value.id === 'string') return void ids.push(value.id);
    Object.values(value).forEach(collect);
  };
  collect(JSON.parse(text));
  return ids;
}

/** Whether the call itself is refused. A disk or a database that is away is no fault of the call. */
function isRefused(error: unknown): boolean {
  return error instanceof Refusal && error.code !== 'unavailable' && error.code !== 'busy';
}

function underWay(): Refusal {
  const message = 'A request with this Idempotency-Key is still being processed';
  return new Refusal('idempotency_running', message, { retryAfterSeconds: 1 });
}

function usedOtherwise(): Refusal {
  const message = 'This Idempotency-Key was used for another request';
  const issues = [{ path: 'Idempotency-Key', message }];
  return new Refusal('idempotency_mismatch', message, { issues });
}

function answeredAtLength(ids: readonly string[]): Refusal {
  const message = 'This request has been done. Its answer was too long to keep.';
  return new Refusal('conflict', message, { facts: { ids } });
}
