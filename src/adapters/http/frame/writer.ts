import type { Schema } from '#contract/route';
import * as z from 'zod/mini';
import { kindOf } from './schema-kind.ts';

type Write = (value: unknown) => unknown;

const asIs: Write = (value) => value;

/**
 * Turns what a handler returns into the JSON of a route's answer: only fields that the schema names,
 * and dates as text. It checks nothing: `z.encode` would, and takes many times as long for a list.
 */
export function writerOf(schema: Schema): Write {
  const { def } = kindOf(schema)._zod;
  switch (def.type) {
    case 'object':
      return objectWriter(def.shape);
    case 'array':
      return listWriter(writerOf(def.element));
    case 'record':
      return recordWriter(writerOf(def.valueType));
    case 'nullable':
    case 'optional':
    case 'readonly':
      return presentWriter(writerOf(def.innerType));
    case 'union':
      return unionWriter(def);
    case 'pipe':
      return codecWriter(schema, def);
    default:
      return asIs;
  }
}

/** A codec converts the value itself. */
function codecWriter(schema: Schema, def: z.core.$ZodPipeDef): Write {
  const { reverseTransform } = def;
  if (reverseTransform === undefined) return (value) => z.encode(schema, value);
  return (value) => reverseTransform(value, { value, issues: [] });
}

function presentWriter(write: Write): Write {
  return (value) => (value === null || value === undefined ? value : write(value));
}

function listWriter(write: Write): Write {
  return (value) => {
    if (!Array.isArray(value)) throw new Error('The answer is no list');
    return value.map(write);
  };
}

function recordWriter(write: Write): Write {
  return (value) =>
    Object.fromEntries(Object.entries(fieldsOf(value)).map(([key, item]) => [key, write(item)]));
}

function objectWriter(shape: Readonly<Record<string, Schema>>): Write {
  const writers = Object.entries(shape).map(([name, schema]) => [name, writerOf(schema)] as const);
  return (value) => {
    const given = fieldsOf(value);
    const written: Record<string, unknown> = {};
    for (const [name, write] of writers) {
      if (given[name] !== undefined) written[name] = write(given[name]);
    }
    return written;
  };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  if (!isRecord(value)) throw new Error('The answer is no object');
  return value;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/**
 * Chooses the writer by the field that distinguishes the kinds, or else takes the first kind whose
 * fields are all there. Kinds without fields are sent unchanged.
 */
function unionWriter(def: z.core.$ZodUnionDef | z.core.$ZodDiscriminatedUnionDef): Write {
  const shapes = def.options.flatMap((option) => {
    const { def: inner } = kindOf(option)._zod;
    return inner.type === 'object' ? [inner.shape] : [];
  });
  if (shapes.length === 0) return asIs;
  if (!('discriminator' in def)) return firstFitting(shapes);

  const { discriminator } = def;
  const writers = new Map<unknown, Write>();
  for (const shape of shapes) {
    const write = objectWriter(shape);
    for (const kind of shape[discriminator]?._zod.values ?? []) writers.set(kind, write);
  }
  return (value) => {
    const kind = fieldsOf(value)[discriminator];
    const write = writers.get(kind);
    if (write === undefined) throw new Error(`No kind of the answer is '${String(kind)}'`);
    return write(value);
  };
}

function firstFitting(shapes: readonly Readonly<Record<string, Schema>>[]): Write {
  const kinds = shapes.map((shape) => ({ names: Object.keys(shape), write: objectWriter(shape) }));
  return (value) => {
    const given = fieldsOf(value);
    const kind = kinds.find(({ names }) => names.every((name) => given[name] !== undefined));
    if (kind === undefined) throw new Error('The answer is of no kind');
    return kind.write(value);
  };
}
