/** Generates ids of 64 hexadecimal digits, and names of containers. */
import { randomBytes } from 'node:crypto';

export function newId(): string {
  return randomBytes(32).toString('hex');
}

/** Returns a random name for a container that was created without one. */
export function newName(taken: (name: string) => boolean): string {
  for (;;) {
    const name = `${pick(adjectives)}_${pick(people)}`;
    if (!taken(name)) return name;
  }
}

const adjectives = ['brave', 'calm', 'eager', 'gentle', 'happy', 'keen', 'proud', 'quiet', 'swift', 'witty'];
const people = ['curie', 'darwin', 'euler', 'franklin', 'gauss', 'hopper', 'kepler', 'lovelace', 'noether', 'turing'];

function pick(words: readonly string[]): string {
  return `${words[Math.floor(Math.random() * words.length)]}${Math.floor(Math.random() * 1000)}`;
}
