/** The port of identifiers. */

export interface Ids {
  /** Returns a new identifier of 64 hexadecimal digits. */
  next(): string;
  /** Returns a name for a container that was created without one, in the form `adjective_person`. */
  name(isTaken: (name: string) => boolean): string;
}
