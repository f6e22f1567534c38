/** What a conversion does with each operation. */
import {
  bodyScan,
  type Bodies,
  type Conversion,
  type Convert,
  type MayChange,
  type ResponseRules,
} from '@lading/runtime-conversion';
import { textEditOf } from '../edit/text-edit.js';

export interface PreparedConversion {
  readonly convert: Convert | undefined;
  /** Which bodies the conversion reads. */
  readonly bodies: Bodies;
  readonly mayChange: MayChange | undefined;
  /** Whether the response to a request with neither a query nor a body may change, if the request itself does not. */
  readonly mayChangePlain: MayChange | undefined;
  /** Edits a JSON response to a request that is sent as it is; without it, the response is decoded. */
  readonly edit: BodyEdit | undefined;
}

/**
 * Returns the edited text of a body; undefined if it has to be decoded.
 *
 * @param text of the body, with a character for each byte, as has the edited one
 */
export type BodyEdit = (body: Buffer, text: string) => string | undefined;

/** Of an operation that is forwarded as it is. */
export const unconverted: PreparedConversion = {
  convert: undefined,
  bodies: { request: false, response: false },
  mayChange: undefined,
  mayChangePlain: undefined,
  edit: undefined,
};

export class PreparedConversions {
  readonly #operations = new Map<string, PreparedConversion>();

  constructor(private readonly conversion: Conversion) {}

  /** Returns the conversion of an operation, which is prepared once. */
  of(operation: string): PreparedConversion {
    const found = this.#operations.get(operation);
    if (found !== undefined) return found;
    const { conversion } = this;
    const convert = conversion.of(operation);
    const prepared = convert === undefined ? unconverted : preparedOf(conversion, operation, convert);
    this.#operations.set(operation, prepared);
    return prepared;
  }
}

function preparedOf(conversion: Conversion, operation: string, convert: Convert): PreparedConversion {
  const mayChange = conversion.mayChange?.(operation);
  const byRules = conversion.responseRules?.(operation);
  const edit = byRules && editOf(byRules);
  // An edit reads a body as often as a search for what is absent does.
  const isWriting = edit !== undefined && byRules?.rules.some(({ rule }) => rule === 'default') === true;
  return {
    convert,
    bodies: conversion.bodies?.(operation) ?? { request: true, response: true },
    mayChange: mayChange && isWriting ? always : mayChange,
    mayChangePlain: conversion.keepsPlainRequests?.(operation) === true ? always : undefined,
    edit,
  };
}

const always: MayChange = () => true;

function editOf({ rules, touches }: ResponseRules): BodyEdit | undefined {
  const edit = textEditOf(rules);
  if (edit === undefined) return undefined;
  if (touches.length === 0) return (_body, text) => edit(text);
  const mayTouch = bodyScan(touches);
  return (body, text) => (mayTouch(body, (name) => text.includes(name)) ? undefined : edit(text));
}

/** Whether a scan finds something in a body, of which a few names are searched first. */
export function isTouched(scan: MayChange, body: Buffer): boolean {
  return scan(body, (text) => body.includes(text, 0, 'latin1'));
}
