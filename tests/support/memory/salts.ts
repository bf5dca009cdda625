import type { OwnSalts, SharedSalts } from '#core/clicks/keep-salts';

/** Salts in memory, shared or one instance's own. `away` makes the shared ones unavailable. */
export function memorySalts() {
  const salts = new Map<string, Uint8Array>();
  const state = { isAway: false };
  const reach = () => {
    if (state.isAway) throw new Error('out of reach');
  };
  const destroyBefore = async (day: string) => {
    reach();
    for (const old of [...salts.keys()].filter((one) => one < day)) salts.delete(old);
  };
  const shared: SharedSalts = {
    obtain: async (day, fresh) => {
      reach();
      const salt = salts.get(day) ?? fresh;
      salts.set(day, salt);
      return salt;
    },
    find: async (day) => {
      reach();
      return salts.get(day) ?? null;
    },
    destroyBefore,
  };
  const own: OwnSalts = {
    read: async (day) => salts.get(day) ?? null,
    write: async (day, salt) => void salts.set(day, salt),
    destroyBefore,
  };
  return { shared, own, state, days: () => [...salts.keys()].toSorted() };
}
