import { invalid, Refusal } from '#core/shared/refusal';

/** A call that must have one effect, also when it is sent several times within 24 hours. */
export type IdempotentCall = {
  readonly userId: string;
  /** Chosen by the caller: 1 to 255 characters. */
  readonly key: string;
  /** A digest of the request, to detect another request with the same key. */
  readonly fingerprint: string;
  /** The id of the new conversion, unless an earlier attempt has already chosen one. */
  readonly conversionId: string;
  readonly atMs: number;
};

/** Idempotent calls of the last 24 hours, shared by all instances. */
export type IdempotentCalls = {
  /**
   * Begins the call for one of several concurrent attempts. After 15 seconds an attempt that was
   * neither finished nor released is taken over, with the id that it may have recorded.
   */
  begin(
    call: IdempotentCall,
  ): Promise<
    | { readonly kind: 'begun'; readonly conversionId: string }
    | { readonly kind: 'finished'; readonly conversionId: string }
    | { readonly kind: 'running' }
    | { readonly kind: 'different' }
  >;
  /** The call has taken effect and is not repeated. */
  finish(call: IdempotentCall): Promise<void>;
  /** The attempt failed: the next one may begin at once, with the same id. */
  letGo(call: IdempotentCall): Promise<void>;
  /**
   * The attempt was refused before it recorded anything: the key may be used for another request.
   * Does nothing once the call is finished, or another attempt has taken it over.
   */
  forget(call: IdempotentCall): Promise<void>;
};

/**
 * Runs `record` for the first attempt of a call, and returns the same id for every attempt. Refuses
 * `conflict` while another attempt runs, and `invalid` when the key was used for another request. A
 * call that is itself refused has no effect, and leaves its key free.
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
      await recordOrLetGo(calls, { ...call, chosenId: state.conversionId }, record);
      return state.conversionId;
  }
}

async function recordOrLetGo(
  calls: IdempotentCalls,
  call: IdempotentCall & { readonly chosenId: string },
  record: (conversionId: string) => Promise<void>,
): Promise<void> {
  try {
    await record(call.chosenId);
  } catch (error) {
    // An earlier attempt that chose another id may have recorded it.
    const isFirst = call.chosenId === call.conversionId;
    await (isFirst && isRefused(error) ? calls.forget(call) : calls.letGo(call));
    throw error;
  }
  await calls.finish(call);
}

/** Whether the call itself is wrong. A disk that rejects the write is no fault of the call. */
function isRefused(error: unknown): boolean {
  return error instanceof Refusal && (error.code === 'invalid' || error.code === 'not_found');
}

function underWay(): Refusal {
  const message = 'A request with this Idempotency-Key is still being processed';
  return new Refusal('conflict', message, { retryAfterSeconds: 1 });
}

function usedOtherwise(): Refusal {
  const message = 'This Idempotency-Key was used for another request';
  return invalid({ path: 'Idempotency-Key', message });
}
