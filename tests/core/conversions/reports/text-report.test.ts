import { expect, test } from 'bun:test';
import { readTextReport } from '#core/conversions/reports/text-report';

const orderIdOf = (orderId: string) => {
  const read = readTextReport({ event: 'lead', value: '5', currency: '', orderId });
  return read.kind === 'read' ? read.orderId : read.field;
};

test('an order id is the same with spaces around it, and a blank one is none', () => {
  expect([' Z9', 'Z9 ', 'Z9', 'Z 9', '  ', ''].map(orderIdOf)).toEqual([
    ...['Z9', 'Z9', 'Z9', 'Z 9', '', ''],
  ]);
  expect(orderIdOf('a\u0000b')).toBe('order_id');
});
