/** What a conversion does with each operation. */
import type { Bodies, Conversion, Convert, MayChange } from '@lading/runtime-overlay';
import { partialJsonOf, type PartialJson } from '../message/partial-json.js';
import { textEditOf, type TextEdit } from '../message/text-edit.js';

export interface PreparedConversion {
  readonly convert: Convert | undefined;
  /** Which bodies the conversion reads. */
  readonly bodies: Bodies;
  readonly mayChange: MayChange | undefined;
  /** Whether the response to a request with neither a query nor a body may change, if the request itself does not. */
  readonly mayChangePlain: MayChange | undefined;
  /** Reads what the conversion needs of a JSON response; without it, the whole is read. */
  readonly partial: (() => PartialJson) | undefined;
  /** Converts a JSON response to a request that is sent as it is; without it, the response is decoded. */
  readonly edit: TextEdit | undefined;
  /** Whether the result depends on nothing but the message, and what else the conversion requests. */
  readonly isPure: boolean;
}

/** Of an operation that is forwarded as it is. */
export const unconverted: PreparedConversion = {
  convert: undefined,
  bodies: { request: false, response: false },
  mayChange: undefined,
  mayChangePlain: undefined,
  partial: undefined,
  edit: undefined,
  isPure: true,
};

export class PreparedConversions {
  readonly #operations = new Map<string, PreparedConversion>();

  constructor(private readonly conversion: Conversion) {}

  /** Returns the conversion of an operation, which is looked up once. */
  of(operation: string): PreparedConversion {
    const found = this.#operations.get(operation);
    if (found !== undefined) return found;
    const convert = this.conversion.of(operation);
    const bodies = this.conversion.bodies?.(operation) ?? { request: true, response: true };
    const mayChange = convert && this.conversion.mayChange?.(operation);
    // Whatever the conversion reads, the versions in this response are replaced.
    const isSparse = convert !== undefined && operation !== 'SystemVersion';
    const reads = isSparse ? this.conversion.reads?.(operation) : undefined;
    const rules = isSparse ? this.conversion.responseRules?.(operation) : undefined;
    const mayChangePlain = convert && this.conversion.keepsPlainRequests?.(operation) ? () => true : undefined;
    const [partial, edit] = [reads && partialJsonOf(reads), rules && textEditOf(rules)];
    const prepared = { convert, bodies, mayChange, mayChangePlain, partial, edit, isPure: reads !== undefined };
    this.#operations.set(operation, prepared);
    return prepared;
  }
}
