/** Random identifiers and names. */
import { randomBytes, randomInt } from 'node:crypto';
import type { Ids } from '../ports/ports.js';

const adjectives = ['brave', 'calm', 'eager', 'gentle', 'happy', 'keen', 'proud', 'quiet', 'swift', 'witty'];
const people = ['curie', 'darwin', 'euler', 'franklin', 'gauss', 'hopper', 'kepler', 'lovelace', 'noether', 'turing'];

/** The number of bytes of an identifier. */
const size = 32;
/** The number of identifiers whose bytes are drawn at once: a call for each takes most of the time. */
const drawn = 128;

export class RandomIds implements Ids {
  #bytes = Buffer.alloc(0);
  #next = 0;

  next(): string {
    if (this.#next >= this.#bytes.length) {
      this.#bytes = randomBytes(size * drawn);
      this.#next = 0;
    }
    return this.#bytes.toString('hex', this.#next, (this.#next += size));
  }

  name(isTaken: (name: string) => boolean): string {
    for (;;) {
      const name = `${pick(adjectives)}_${pick(people)}`;
      if (!isTaken(name)) return name;
      const numbered = `${name}${randomInt(1_000_000)}`;
      if (!isTaken(numbered)) return numbered;
    }
  }
}

function pick(words: readonly string[]): string {
  return words[randomInt(words.length)] ?? '';
}
