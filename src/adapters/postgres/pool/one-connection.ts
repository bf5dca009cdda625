import { AsyncLocalStorage } from 'node:async_hooks';
import type postgres from 'postgres';

/**
 * Work that holds a connection waits for another one. With enough such callers, all of them wait
 * forever.
 */
export class SecondConnection extends Error {
  override readonly name = 'SecondConnection';
}

/**
 * A transaction whose function is running; `outer` is the surrounding transaction of another pool.
 */
type Holder = {
  readonly pool: postgres.Sql;
  isHolding: boolean;
  readonly outer: Holder | undefined;
};

const holders = new AsyncLocalStorage<Holder>();

/**
 * The pool with one rule: work inside `begin` uses its own transaction. A query, transaction or
 * reservation on the pool then rejects with `SecondConnection` at once, also while the pool has
 * free connections, so that the mistake shows with a single caller.
 */
export function oneConnectionEach(pool: postgres.Sql): postgres.Sql {
  const begin = (given: readonly unknown[]) => {
    if (isHeldBy(pool)) return Promise.reject(second());
    const holder = { pool, isHolding: true, outer: holders.getStore() };
    const held = given.map((each) => (isFunction(each) ? whileHolding(holder, each) : each));
    const done: unknown = Reflect.apply(pool.begin, pool, held);
    return Promise.resolve(done).finally(() => {
      holder.isHolding = false;
    });
  };

  return new Proxy(pool, {
    apply: (target, self, given) => refusing(target, Reflect.apply(target, self, given)),
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (!isFunction(value)) return value;
      if (key === 'begin') return (...given: unknown[]) => begin(given);
      if (key === 'reserve') return () => (isHeldBy(target) ? reject() : target.reserve());
      if (key === 'unsafe' || key === 'file') {
        return (...given: unknown[]) => refusing(target, Reflect.apply(value, target, given));
      }
      return value;
    },
  });
}

/** Throws `SecondConnection` when the caller runs inside a transaction of one of the pools. */
export function refuseHolders(): void {
  for (let at = holders.getStore(); at !== undefined; at = at.outer) {
    if (at.isHolding) throw second();
  }
}

type Callable = (...given: unknown[]) => unknown;

function isFunction(value: unknown): value is Callable {
  return typeof value === 'function';
}

function whileHolding(holder: Holder, work: Callable): Callable {
  return (...given) => holders.run(holder, () => work(...given));
}

/**
 * Wraps a query: it takes a connection only when it is awaited, not when it is a part of another
 * query.
 */
function refusing(pool: postgres.Sql, made: unknown): unknown {
  if (!(made instanceof Promise) || !isQuery(made)) return made;
  const { handler } = made;
  made.handler = (query) => (isHeldBy(pool) ? query.reject(second()) : handler(query));
  return made;
}

/** The parts of the driver's query that are used here: `handler` sends it to the pool. */
type Query = { handler(query: Query): void; reject(error: Error): void };

function isQuery(made: object): made is Query {
  return 'handler' in made && typeof made.handler === 'function' && 'reject' in made;
}

function isHeldBy(pool: postgres.Sql): boolean {
  for (let at = holders.getStore(); at !== undefined; at = at.outer) {
    if (at.isHolding && at.pool === pool) return true;
  }
  return false;
}

function reject(): Promise<never> {
  return Promise.reject(second());
}

function second(): SecondConnection {
  return new SecondConnection('Inside a transaction the pool was asked for another connection');
}
