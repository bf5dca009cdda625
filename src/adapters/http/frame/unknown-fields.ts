import type { Schema } from '#contract/route';
import * as z from 'zod/mini';
import { kindOf } from './schema-kind.ts';

/** Unknown fields that one refusal names, and the length of a named one. */
const mostNamed = 10;
const longestNamed = 100;

/**
 * The paths of the fields of a JSON value that its schema does not name, at any depth:
 * `goal.target`. A field's own name is cut at 100 characters.
 */
export function unknownFields(schema: Schema, value: unknown): readonly string[] {
  return [...found(schema, value, [])].slice(0, mostNamed);
}

function* found(schema: Schema, value: unknown, at: readonly string[]): Iterable<string> {
  const { def } = kindOf(schema)._zod;
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the others have no fields
  switch (def.type) {
    case 'object':
      if (isObject(value)) yield* inObject(def.shape, value, at);
      return;
    case 'array':
      if (!Array.isArray(value)) return;
      for (const [index, item] of value.entries())
        yield* found(def.element, item, [...at, `${index}`]);
      return;
    case 'record':
      if (!isObject(value)) return;
      for (const [key, item] of Object.entries(value))
        yield* found(def.valueType, item, [...at, key]);
      return;
    case 'nullable':
    case 'optional':
    case 'default':
    case 'readonly':
      yield* found(def.innerType, value, at);
      return;
    case 'pipe':
      yield* found(def.in, value, at);
      return;
    case 'union': {
      const option = def.options.find((each) => z.safeParse(each, value).success);
      if (option) yield* found(option, value, at);
    }
  }
}

function* inObject(
  shape: Readonly<Record<string, Schema>>,
  value: Readonly<Record<string, unknown>>,
  at: readonly string[],
): Iterable<string> {
  for (const [name, item] of Object.entries(value)) {
    const path = [...at, name.slice(0, longestNamed)];
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (schema) yield* found(schema, item, path);
    else yield path.join('.');
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
