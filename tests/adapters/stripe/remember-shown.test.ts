import { expect, test } from 'bun:test';
import { rememberShown } from '#adapters/stripe/remember-shown';
import { secondMs } from '#core/shared/time';
import { memoryPayments } from '#tests/support/memory/billing/payments';

function start() {
  const time = { nowMs: Date.UTC(2026, 5, 1) };
  const clock = { now: () => time.nowMs };
  const memory = memoryPayments(clock);
  const asked: string[] = [];
  const { provider } = memory;
  const payments = rememberShown(
    {
      ...provider,
      card: (id) => (asked.push(`card of ${id}`), provider.card(id)),
      invoices: (id) => (asked.push(`invoices of ${id}`), provider.invoices(id)),
    },
    clock,
  );
  return { ...memory, time, payments, asked };
}

test('[fair-share] a customer’s card and invoices are read from Stripe once in three seconds', async () => {
  const { payments, asked, time } = start();
  const show = (id: string) => Promise.all([payments.card(id), payments.invoices(id)]);

  await Promise.all([show('ada'), show('ada'), show('grace')]);
  time.nowMs += 3 * secondMs - 1;
  await show('ada');
  const first = [...asked];
  time.nowMs += 1;
  await show('ada');

  const once = ['card of ada', 'invoices of ada', 'card of grace', 'invoices of grace'];
  expect(first).toEqual(once);
  expect(asked).toEqual([...once, 'card of ada', 'invoices of ada']);
});

test('a failure of Stripe is not remembered', async () => {
  const { payments, away } = start();
  away.now = true;
  await expect(payments.invoices('ada')).rejects.toMatchObject({ code: 'unavailable' });

  away.now = false;

  expect(await payments.invoices('ada')).toEqual([]);
});
