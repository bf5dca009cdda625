import type postgres from 'postgres';
import { inTurn, type InTurn } from '#core/shared/in-turn';
import { takeTurns } from './turns.ts';

/**
 * Turns by account, on all instances together. Those who wait within one process wait without a
 * connection, so that one account never holds more than one.
 */
export function accountTurns(sql: postgres.Sql, name: string): InTurn {
  const here = inTurn();

  return (userId, work) =>
    here(userId, () => {
      const everywhere = takeTurns(sql, `${name} of ${userId}`);
      return new Promise((resolve, reject) => {
        everywhere(async () => resolve(await work())).catch(reject);
      });
    });
}
