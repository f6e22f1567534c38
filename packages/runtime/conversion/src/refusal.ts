/** The error for a message that the other version cannot express. */

/** The placeholder in messages for the version of the client. */
const clientVersion = '{client version}';

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

  /** Returns the refusal of a client: its message may name the version of the client. */
  of(client: string | undefined): Refusal {
    if (!this.message.includes(clientVersion)) return this;
    return new Refusal(this.status, this.message.replaceAll(clientVersion, client ?? 'unknown'), this.difference);
  }
}
// Defined on the prototype, as for built-in errors, so that it is not an own property of each instance.
Object.defineProperty(Refusal.prototype, 'name', { value: 'Refusal', configurable: true, writable: true });
