/** The names that engines give: 64 hexadecimal digits, of which people type the first few. */
import { randomBytes } from 'node:crypto';

export function newId(): string {
  return randomBytes(32).toString('hex');
}

/** For containers of which nobody said the name. */
export function newName(taken: (name: string) => boolean): string {
  for (;;) {
    const name = `${pick(manners)}_${pick(people)}`;
    if (!taken(name)) return name;
  }
}

const manners = ['brave', 'calm', 'eager', 'gentle', 'happy', 'keen', 'proud', 'quiet', 'swift', 'witty'];
const people = ['curie', 'darwin', 'euler', 'franklin', 'gauss', 'hopper', 'kepler', 'lovelace', 'noether', 'turing'];

function pick(words: readonly string[]): string {
  return `${words[Math.floor(Math.random() * words.length)]}${Math.floor(Math.random() * 1000)}`;
}
