/** The keys by which a client leaves a terminal while its process goes on. */
import { BadRequest } from '@lading/server-v1.44';

const special: Readonly<Record<string, number>> = {
  'ctrl-@': 0,
  'ctrl-[': 27,
  'ctrl-\\': 28,
  'ctrl-]': 29,
  'ctrl-^': 30,
  'ctrl-_': 31,
  DEL: 127,
};

/** Parses keys such as `ctrl-p,ctrl-q`, which is the default. @throws BadRequest */
export function parseDetachKeys(text: string | undefined): readonly number[] {
  return (text || 'ctrl-p,ctrl-q').split(',').map((key) => {
    if (key.length === 1 && key <= '\x7f') return key.charCodeAt(0);
    const letter = /^ctrl-([a-z])$/i.exec(key)?.[1];
    const code = letter === undefined ? special[key] : letter.toLowerCase().charCodeAt(0) - 96;
    if (code === undefined) throw new BadRequest(`Invalid detach keys (${text}) provided`);
    return code;
  });
}

/** Finds the keys in input, which may arrive in pieces. */
export class DetachDetector {
  readonly #keys: readonly number[];
  #matched = 0;

  constructor(keys: readonly number[]) {
    this.#keys = keys;
  }

  /** @returns the input to pass on, and whether the keys are complete */
  feed(input: Uint8Array): { readonly data: Buffer; readonly isDetached: boolean } {
    const data: number[] = [];
    for (const byte of input) {
      if (byte === this.#keys[this.#matched]) {
        this.#matched += 1;
        if (this.#matched === this.#keys.length) return { data: Buffer.from(data), isDetached: true };
        continue;
      }
      // The keys so far were input.
      data.push(...this.#keys.slice(0, this.#matched));
      this.#matched = byte === this.#keys[0] ? 1 : 0;
      if (this.#matched === 0) data.push(byte);
    }
    return { data: Buffer.from(data), isDetached: false };
  }
}
