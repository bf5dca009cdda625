import { createHmac } from 'node:crypto';
import { clickIds } from '#core/redirect/click-id';

/** Click ids as the product makes them, signed with a key of the tests. */
export function testClickIds(key = 'a key of the tests') {
  return clickIds([{ id: 2, mac: (bytes) => createHmac('sha256', key).update(bytes).digest() }]);
}
