import { expect, test } from 'bun:test';
import type { OwnSalts, SharedSalts } from '#core/clicks/keep-salts';

const salt = (fill: number) => new Uint8Array(32).fill(fill);

/** The contract of every adapter of `SharedSalts`. `make` returns an empty one. */
export function sharedSaltsContract(name: string, make: () => Promise<SharedSalts>): void {
  test(`${name}: the first salt of a day is used by all instances`, async () => {
    const salts = await make();

    const all = await Promise.all([1, 2, 3].map((fill) => salts.obtain('2026-11-21', salt(fill))));

    expect(new Set(all.map((one) => one[0])).size).toBe(1);
    expect(new Uint8Array((await salts.find('2026-11-21')) ?? [])).toEqual(salt(all[0]?.[0] ?? 0));
    expect(await salts.find('2026-11-22')).toBeNull();
  });

  test(`${name}: destroying salts before a day keeps that day’s salt`, async () => {
    const salts = await make();
    for (const day of ['2026-11-20', '2026-11-21', '2026-11-22']) await salts.obtain(day, salt(1));

    await salts.destroyBefore('2026-11-21');

    expect(await salts.find('2026-11-20')).toBeNull();
    expect(await salts.find('2026-11-21')).not.toBeNull();
    expect(await salts.find('2026-11-22')).not.toBeNull();
  });
}

/** The contract of every adapter of `OwnSalts`. */
export function ownSaltsContract(name: string, make: () => OwnSalts): void {
  test(`${name}: a copy is read back unchanged until it is destroyed`, async () => {
    const salts = make();
    expect(await salts.read('2026-11-21')).toBeNull();

    await salts.write('2026-11-21', salt(7));
    await salts.write('2026-11-22', salt(8));
    await salts.destroyBefore('2026-11-22');

    expect(await salts.read('2026-11-21')).toBeNull();
    expect(new Uint8Array((await salts.read('2026-11-22')) ?? [])).toEqual(salt(8));
  });
}
