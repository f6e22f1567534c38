/** What cannot be expressed in the version of the implementation is refused. */

/** Thrown instead of passing a message on; whoever serves answers it with `status` and `{"message"}`. */
export class Refusal extends Error {
  readonly status: number;
  /** The difference between the versions that it comes from: `mounttype-cluster`. */
  readonly difference: string | undefined;

  constructor(status: number, message: string, difference?: string) {
    super(message);
    this.status = status;
    this.difference = difference;
  }
}
// On the prototype, as for the built-in errors, so that it does not show up among an instance's own properties.
Object.defineProperty(Refusal.prototype, 'name', { value: 'Refusal', configurable: true, writable: true });
