import { invalid, Refusal } from '#core/shared/refusal';

/** A call that must have one effect however often it is sent within 24 hours. */
export type IdempotentCall = {
  readonly userId: string;
  /** Chosen by the caller: 1 to 255 characters. */
  readonly key: string;
  /** Tells what is asked for from anything else: a digest. */
  readonly fingerprint: string;
  /** What the call will record, unless an attempt before it has taken another id. */
  readonly conversionId: string;
  readonly atMs: number;
};

/** Idempotent calls of the last 24 hours, shared by all instances. */
export type IdempotentCalls = {
  /**
   * Begins the call, for one of any number of attempts side by side. An attempt that neither ended
   * nor was let go within 15 seconds is taken over, with the id that it may have recorded already.
   */
  begin(
    call: IdempotentCall,
  ): Promise<
    | { readonly kind: 'begun'; readonly conversionId: string }
    | { readonly kind: 'finished'; readonly conversionId: string }
    | { readonly kind: 'running' }
    | { readonly kind: 'different' }
  >;
  /** The call has had its effect: it has it no more. */
  finish(call: IdempotentCall): Promise<void>;
  /** The attempt failed: the next one may begin at once, with the same id. */
  letGo(call: IdempotentCall): Promise<void>;
};

/**
 * Runs `record` for the first attempt of a call, and answers every attempt with the same id.
 * Refuses `conflict` while another attempt is under way, and `invalid` when the key was used for
 * something else.
 */
export async function once(
  calls: IdempotentCalls,
  call: IdempotentCall,
  record: (conversionId: string) => Promise<void>,
): Promise<string> {
  const state = await calls.begin(call);
  switch (state.kind) {
    case 'finished':
      return state.conversionId;
    case 'running':
      throw underWay();
    case 'different':
      throw usedOtherwise();
    case 'begun':
      await recordOrLetGo(calls, call, () => record(state.conversionId));
      return state.conversionId;
  }
}

async function recordOrLetGo(
  calls: IdempotentCalls,
  call: IdempotentCall,
  record: () => Promise<void>,
): Promise<void> {
  try {
    await record();
  } catch (error) {
    await calls.letGo(call);
    throw error;
  }
  await calls.finish(call);
}

function underWay(): Refusal {
  const message = 'A request with this Idempotency-Key is still being processed';
  return new Refusal('conflict', message, { retryAfterSeconds: 1 });
}

function usedOtherwise(): Refusal {
  const message = 'This Idempotency-Key was used for another request';
  return invalid({ path: 'Idempotency-Key', message });
}
