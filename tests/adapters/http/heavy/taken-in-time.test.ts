import { expect, test } from 'bun:test';
import { takenInTime } from '#adapters/http/heavy/taken-in-time';

const piece = new TextEncoder().encode('piece');

/** A body without an end, and how it ended. */
function endlessBody() {
  const seen = { ends: 0, reason: '' };
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(piece),
    cancel: (reason) => {
      seen.reason = String(reason);
    },
  });
  const onEnd = () => {
    seen.ends += 1;
  };
  return { seen, body, onEnd };
}

test('a dropped body ends once, and stops its source', async () => {
  const { seen, body, onEnd } = endlessBody();
  const reader = takenInTime(body, onEnd).getReader();
  expect((await reader.read()).value).toEqual(piece);
  expect(seen).toEqual({ ends: 0, reason: '' });

  await reader.cancel('the client left');

  expect(seen).toEqual({ ends: 1, reason: 'the client left' });
});
