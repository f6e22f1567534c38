/** The error class of this package, thrown for bytes or values that the wire formats do not allow. */

export type WireErrorCode =
  | 'FRAME_CUT'
  | 'FRAME_INVALID'
  | 'JSON_CUT'
  | 'JSON_INVALID'
  | 'JSON_TOO_LONG'
  | 'BASE64_INVALID'
  | 'QUERY_INVALID'
  | 'FILTER_INVALID'
  | 'PATH_STAT_INVALID'
  | 'NUMBER_NOT_FINITE'
  | 'VALUE_INVALID'
  | 'ENCODING_UNSUPPORTED'
  | 'HEADER_INJECTION'
  | 'PATH_INJECTION';

/** `code` classifies the error. The message names the place and never the value, which may be a secret. */
export class WireError extends Error {
  readonly code: WireErrorCode;

  constructor(code: WireErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
// On the prototype, as for the built-in errors, so that it is not one of an instance's own properties.
Object.defineProperty(WireError.prototype, 'name', { value: 'WireError', configurable: true, writable: true });
