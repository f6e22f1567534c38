/** The payloads and fields of which tests take samples. */
import { inject } from 'vitest';
import type { Json } from '../../../document/index.js';
import { fields, type InjectionField } from '../../../testing/emitter/injection-fields.js';
import { payloads } from '../../../testing/emitter/payloads.js';

/** Payloads that take long and differ only in size. */
export const long: readonly string[] = ['a megabyte'];
/** Payloads that are not strings. */
export const structured: readonly string[] = Object.keys(payloads).filter((name) => typeof payloads[name] !== 'string');

export function payloadsNamed(chosen: readonly string[]): readonly (readonly [string, Json])[] {
  return Object.entries(payloads).filter(([name]) => chosen.includes(name));
}

export function payloadsBut(left: readonly string[]): readonly (readonly [string, Json])[] {
  return Object.entries(payloads).filter(([name]) => !left.includes(name));
}

/**
 * Returns a sample of the given size that differs for each index: three times as large in a full run, and all values in an
 * exhaustive one.
 */
export function sampleOf<T>(values: readonly T[], index: number, size: number): readonly T[] {
  if (inject('isExhaustiveRun')) return values;
  const taken = inject('isFullRun') ? 3 * size : size;
  return values.filter(
    (_value, position) => (position + values.length - ((index * taken) % values.length)) % values.length < taken,
  );
}

/** Fields for payloads that take long: one for each way to an emitter. */
export const representative: readonly InjectionField[] = fields.filter(([name]) =>
  [
    'description of the document',
    'version',
    'path',
    'operationId',
    'default of a parameter',
    'name of a schema',
    'name of a property',
    'description of a property',
    'pattern of a string',
    'sentence of a rule',
    'value of an enum',
    'state',
  ].includes(name),
);
/** Fields for payloads that take long in every run: a text field and a name. */
export const representativeOfLong: readonly InjectionField[] = inject('isFullRun')
  ? representative
  : representative.filter(([name]) => ['description of a property', 'state'].includes(name));
