/** The prepared statements of a connection, which share a session with those of others. */
import { message, text, textAt, type Message } from './messages.js';

export class PreparedStatements {
  readonly #prefix: string;
  /** The statements that the session has, by their names in it. */
  readonly #alive: Set<string>;
  /** What prepares each statement of the client, by its name in the session. */
  readonly #definitions = new Map<string, Buffer>();

  constructor(prefix: string, alive: Set<string>) {
    this.#prefix = prefix;
    this.#alive = alive;
  }

  /**
   * Gives the statements in messages names of their own, and prepares those again that the session has lost.
   *
   * @returns the messages, and how many replies to them are not those of the client's messages
   */
  prepare(batch: readonly Message[]): { readonly bytes: Buffer; readonly hidden: number } {
    const before: Buffer[] = [];
    const renamed = batch.map((each) => {
      if (each.type === 'Q') this.#alive.delete('');
      const reference = referenceOf(each);
      if (reference === undefined) return each.bytes;
      const name = this.#nameOf(reference.name);
      const bytes = reference.renamed(name);
      if (each.type === 'P') {
        this.#definitions.set(name, bytes);
        this.#alive.add(name);
      } else if (each.type === 'C') {
        this.#definitions.delete(name);
        this.#alive.delete(name);
      } else if (!this.#alive.has(name)) {
        const definition = this.#definitions.get(name);
        if (definition !== undefined) {
          before.push(definition);
          this.#alive.add(name);
        }
      }
      return bytes;
    });
    return { bytes: Buffer.concat([...before, ...renamed]), hidden: before.length };
  }

  #nameOf(name: string): string {
    return name === '' ? '' : `${this.#prefix}_${name}`;
  }
}

interface Reference {
  readonly name: string;
  readonly renamed: (name: string) => Buffer;
}

/** Finds the name of a statement in a message. */
function referenceOf({ type, body }: Message): Reference | undefined {
  if (type === 'P') {
    const { value, next } = textAt(body, 0);
    return { name: value, renamed: (name) => message('P', text(name), body.subarray(next)) };
  }
  if (type === 'B') {
    const portal = textAt(body, 0);
    const { value, next } = textAt(body, portal.next);
    return { name: value, renamed: (name) => message('B', text(portal.value), text(name), body.subarray(next)) };
  }
  if ((type === 'D' || type === 'C') && body[0] === 'S'.charCodeAt(0)) {
    const { value } = textAt(body, 1);
    return { name: value, renamed: (name) => message(type, 'S', text(name)) };
  }
  return undefined;
}
