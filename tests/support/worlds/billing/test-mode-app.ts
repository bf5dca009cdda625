import { postgresTestPayments } from '#adapters/postgres/billing/test-payments';
import type { Sql } from '#adapters/postgres/connect';
import { sign } from '#adapters/test-payments/signature';
import { testPayments } from '#adapters/test-payments/provider';
import { minuteMs } from '#core/shared/time';
import { billingApp } from './billing-app.ts';
import { call } from '#tests/support/calls';

/** Billing with the test provider; a test decides when its events are delivered. */
export function testModeApp(sql: Sql) {
  const time = { nowMs: Date.UTC(2026, 5, 1) };
  const clock = { now: () => time.nowMs };
  const objects = postgresTestPayments(sql);
  const key = new Uint8Array(32).fill(9);
  const test = testPayments({
    objects,
    key,
    clock,
    newEventId: () => `evt_test_${crypto.randomUUID()}`,
    randomBytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
  });
  const billing = billingApp(sql, { payments: test, test, time });

  const send = (body: string, signature: string) =>
    call(billing.app, '/api/webhooks/test', {
      json: body,
      headers: { 'test-signature': signature },
    });
  /** Delivers all waiting events. */
  const deliver = async (): Promise<void> => {
    for (;;) {
      const now = new Date(time.nowMs);
      const taken = await objects.takeEvent(now, new Date(time.nowMs + minuteMs));
      if (taken === null) return;
      const body = JSON.stringify(taken.event);
      await send(body, sign(key, body, time.nowMs));
      await objects.settleEvent(taken.event.id, null);
    }
  };
  const pay = async (clientSecret: string, number = '4242 4242 4242 4242') => {
    const json = { clientSecret, number, expiry: '12/40', cvc: '123' };
    return call(billing.app, '/api/test-payments/confirm', { json });
  };
  return { ...billing, test, time, key, send, deliver, pay };
}
