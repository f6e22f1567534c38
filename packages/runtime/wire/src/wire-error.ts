/** The one error of this package: bytes or values that the wire formats do not allow. */

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
  | 'HEADER_INJECTION'
  | 'PATH_INJECTION';

/** Says by `code` what is wrong; the message names the place, never the value, which may be a secret. */
export class WireError extends Error {
  readonly code: WireErrorCode;

  constructor(code: WireErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
// On the prototype, as for the built-in errors, so that it does not show up among an instance's own properties.
Object.defineProperty(WireError.prototype, 'name', { value: 'WireError', configurable: true, writable: true });
