/** The error for a message that the other version cannot express. */

/** Thrown instead of passing a message on; the server responds with `status` and `{"message"}`. */
export class Refusal extends Error {
  readonly status: number;
  /** The difference between the versions that caused the refusal, such as `mounttype-cluster`. */
  readonly difference: string | undefined;

  constructor(status: number, message: string, difference?: string) {
    super(message);
    this.status = status;
    this.difference = difference;
  }
}
// Defined on the prototype, as for built-in errors, so that it is not an own property of each instance.
Object.defineProperty(Refusal.prototype, 'name', { value: 'Refusal', configurable: true, writable: true });
