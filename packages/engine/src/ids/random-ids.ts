/** Random identifiers and names. */
import { randomBytes, randomInt } from 'node:crypto';
import type { Ids } from '../ports/ids.js';

const adjectives = ['brave', 'calm', 'eager', 'gentle', 'happy', 'keen', 'proud', 'quiet', 'swift', 'witty'];
const people = ['curie', 'darwin', 'euler', 'franklin', 'gauss', 'hopper', 'kepler', 'lovelace', 'noether', 'turing'];

export class RandomIds implements Ids {
  next(): string {
    return randomBytes(32).toString('hex');
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
