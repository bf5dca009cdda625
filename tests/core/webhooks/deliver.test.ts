import { afterEach, beforeEach, expect, jest, test } from 'bun:test';
import { deliverDue, type Sender } from '#core/webhooks/deliver';
import type { ClaimedDelivery, Posted, Reply } from '#core/webhooks/ports';
import { memoryLog } from '#tests/support/calls';

const thanks: Reply = { kind: 'answered', status: 200, retryAfter: null, text: '' };
const atMs = Date.UTC(2026, 5, 1);

/** Not one of the timers that the tests replace. */
const afterThisTurn = setImmediate;
const turn = () => new Promise<void>((resolve) => void afterThisTurn(resolve));

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** A delivery of a written event. */
function waitingDelivery(): ClaimedDelivery {
  const [userId, eventId, webhookId] = [
    crypto.randomUUID(),
    crypto.randomUUID(),
    crypto.randomUUID(),
  ];
  return {
    event: {
      id: eventId,
      userId,
      type: 'link.created',
      linkId: null,
      happenedAt: new Date(atMs),
      subject: {},
      body: '{}',
      isThin: false,
    },
    webhook: {
      id: webhookId,
      userId,
      url: `https://hooks.example/${webhookId}`,
      format: 'standard',
      secrets: () => [],
    },
    attempts: 0,
    claimedAt: new Date(atMs),
  };
}

/** Deliveries that wait, and a receiver that answers when the test says so. */
function sending(deliveries: number) {
  const waiting = Array.from({ length: deliveries }, waitingDelivery);
  const open: PromiseWithResolvers<Reply>[] = [];
  const settled: string[] = [];
  const found = async () => null;
  const ports: Sender = {
    webhooks: { find: found },
    events: { find: found, writeBody: found },
    clicks: { ofPart: async () => [] },
    links: { find: found, labelsOf: async () => new Map(), some: async () => [] },
    domains: { of: async () => [] },
    imports: { find: found },
    bulk: { find: found },
    splitTests: { find: found },
    alerts: { ofAlarm: found },
    shortUrl: 'https://app.example',
    deliveries: {
      claim: async (_at, { most }) => waiting.splice(0, most),
      settle: async ({ event }) => void settled.push(event.id),
      postpone: async () => {},
    },
    post: (_posted: Posted) => {
      const answer = Promise.withResolvers<Reply>();
      open.push(answer);
      return answer.promise;
    },
    hmac: () => new Uint8Array(),
    clock: { now: () => atMs },
    newId: () => crypto.randomUUID(),
    random: () => 0.5,
    monotonic: () => 0,
    log: memoryLog(),
  };
  return {
    ports,
    open,
    settled,
    answer: (count: number) => open.splice(0, count).forEach(({ resolve }) => resolve(thanks)),
  };
}

test('[webhook-delivery] an instance has 50 requests open at once, and sends one more for each that ends', async () => {
  const { ports, open, settled, answer } = sending(120);
  let isDone = false;
  const delivering = deliverDue(ports, new AbortController().signal).then(() => (isDone = true));
  await turn();
  expect(open.length).toBe(50);

  answer(3);
  await turn();
  expect([open.length, settled.length]).toEqual([50, 3]);

  jest.advanceTimersByTime(1000);
  await turn();
  expect(open.length).toBe(50);

  answer(50);
  await turn();
  expect([open.length, settled.length, isDone]).toEqual([50, 53, false]);
  while (open.length > 0) {
    answer(50);
    await turn();
  }
  await delivering;
  expect(new Set(settled).size).toBe(120);
});

test('[webhook-delivery] when Waypost stops, open requests have 10 seconds, and nothing else begins', async () => {
  const { ports, open, settled } = sending(60);
  const stopping = new AbortController();
  let isDone = false;
  const delivering = deliverDue(ports, stopping.signal).then(() => (isDone = true));
  await turn();
  stopping.abort();
  // The loop looks at the signal when it polls.
  jest.advanceTimersByTime(500);
  await turn();

  jest.advanceTimersByTime(9999);
  await turn();
  expect([open.length, isDone]).toEqual([50, false]);
  jest.advanceTimersByTime(1);
  await turn();
  expect([open.length, settled.length, isDone]).toEqual([50, 0, true]);
  await delivering;
});

test('[webhook-delivery] when Waypost stops and all requests end, nothing is waited for', async () => {
  const { ports, settled, answer } = sending(2);
  const stopping = new AbortController();
  const delivering = deliverDue(ports, stopping.signal);
  await turn();
  stopping.abort();
  answer(2);

  await delivering;
  expect(settled.length).toBe(2);
});
