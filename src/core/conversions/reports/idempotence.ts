import type { IdempotentCall, IdempotentCalls } from '#core/conversions/ports';
import { invalid, Refusal } from '#core/shared/refusal';

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
