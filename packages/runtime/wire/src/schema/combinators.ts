/** What generated code declares shapes with. All of them only make data; nothing is compiled until a value is read. */
import type { RuleValue, ShapeRule } from './rule.js';
import type {
  AnyShape,
  BooleanShape,
  BytesShape,
  ChoiceShape,
  Field,
  Fields,
  IntegerShape,
  ListShape,
  MapShape,
  NullableShape,
  NumberOptions,
  NumberShape,
  RecordShape,
  ReferenceShape,
  Shape,
  TextOptions,
  TextShape,
  UnionShape,
} from './shape.js';

export const string: TextShape = { kind: 'text' };
export const boolean: BooleanShape = { kind: 'boolean' };
export const any: AnyShape = { kind: 'any' };
export const bytes: BytesShape = { kind: 'bytes' };

export function text(options: TextOptions = {}): TextShape {
  return { kind: 'text', ...options };
}

export function integer(options: NumberOptions = {}): IntegerShape {
  return { kind: 'integer', ...options };
}

export function number(options: NumberOptions = {}): NumberShape {
  return { kind: 'number', ...options };
}

/** Closed unless `open`. */
export function choice(values: readonly (string | number)[], options: { readonly open?: boolean } = {}): ChoiceShape {
  return { kind: 'choice', values, open: options.open === true };
}

export function list(items: Shape, bounds: { readonly min?: number; readonly max?: number } = {}): ListShape {
  return { kind: 'list', items, ...bounds };
}

export function map(values: Shape): MapShape {
  return { kind: 'map', values };
}

/** Each field by `required(…)` or `optional(…)`. */
export function record(
  fields: Fields,
  options: { readonly rules?: readonly ShapeRule[]; readonly rest?: Shape } = {},
): RecordShape {
  return { kind: 'record', fields, ...options };
}

export function required(shape: Shape): Field {
  return { shape, required: true };
}

export function optional(shape: Shape): Field {
  return { shape, required: false };
}

export function nullable(shape: Shape): NullableShape {
  return { kind: 'nullable', of: shape };
}

export function union(options: readonly Shape[]): UnionShape {
  return { kind: 'union', options };
}

export function ref(to: () => Shape): ReferenceShape {
  return { kind: 'ref', to };
}

/** `rule('excludes', ['NanoCpus', 'CpuPeriod'], { says: '…' })`. */
export function rule(
  kind: ShapeRule['kind'],
  fields: readonly string[],
  options: { readonly value?: RuleValue; readonly says: string },
): ShapeRule {
  return { kind, ...(fields.length > 0 && { fields }), ...options };
}
