/** Converts a published closed enum to the form of our open one, so that their values can be merged. */
import { get, isArray, isObject, objectOf, type Json, type JsonObject } from '../document/index.js';
import type { MergeInputs } from './port-changes.js';

/** The same inputs, with published closed enums as open ones where ours is open. */
export function asOpenEnum(inputs: MergeInputs): MergeInputs {
  if (!isOpen(inputs.ours)) return inputs;
  const { before, after, rawBefore, rawAfter } = inputs;
  if (!isClosed(before) || !isClosed(after)) return inputs;
  const open = (value: Json | undefined) => (isClosed(value) ? openEnumOf(value) : value);
  return {
    ...inputs,
    before: openEnumOf(before),
    after: openEnumOf(after),
    rawBefore: open(rawBefore),
    rawAfter: open(rawAfter),
  };
}

/** Whether a schema is an open enum: `anyOf` of an enum and any other value. */
function isOpen(value: Json | undefined): boolean {
  const parts = isObject(value) ? get(value, 'anyOf') : undefined;
  if (!isArray(parts) || parts.length !== 2) return false;
  const [closedEnum, any] = parts;
  return isObject(closedEnum) && Object.hasOwn(closedEnum, 'enum') && isObject(any) && !Object.hasOwn(any, 'enum');
}

function isClosed(value: Json | undefined): value is JsonObject {
  return isObject(value) && Object.hasOwn(value, 'enum') && Object.hasOwn(value, 'type');
}

function openEnumOf(value: JsonObject): JsonObject {
  const { type = null, enum: values = null, ...rest } = value;
  return objectOf([...Object.entries(rest), ['anyOf', [{ type, enum: values }, { type }]]]);
}
