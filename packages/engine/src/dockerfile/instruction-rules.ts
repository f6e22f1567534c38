/** The instructions of Dockerfiles: their flags, and how many words they need. */
import { splitWords } from './expand-words.js';

interface UncheckedInstruction {
  readonly word: string;
  readonly rest: string;
  readonly list: readonly string[] | undefined;
}

/** The flags of each instruction; those that only BuildKit has are rejected when the instruction runs. */
export const instructionNames: ReadonlyMap<string, readonly string[]> = new Map([
  ['ADD', ['chmod', 'chown', 'checksum', 'keep-git-dir', 'link', 'exclude']],
  ['ARG', []],
  ['CMD', []],
  ['COPY', ['chmod', 'chown', 'from', 'link', 'parents', 'exclude']],
  ['ENTRYPOINT', []],
  ['ENV', []],
  ['EXPOSE', []],
  ['FROM', ['platform']],
  ['HEALTHCHECK', []],
  ['LABEL', []],
  ['MAINTAINER', []],
  ['ONBUILD', []],
  ['RUN', ['mount', 'network', 'security']],
  ['SHELL', []],
  ['STOPSIGNAL', []],
  ['USER', []],
  ['VOLUME', []],
  ['WORKDIR', []],
]);

/** The flags that need BuildKit. */
export const buildKitFlags: ReadonlySet<string> = new Set(
  'chmod checksum keep-git-dir link exclude parents mount network security'.split(' '),
);

/** @returns what is wrong with the number of words, undefined if nothing is */
export function checkArguments({ word, rest, list }: UncheckedInstruction): string | undefined {
  const words = list ?? splitWords(rest);
  switch (word) {
    case 'FROM': {
      if (words.length !== 1 && words.length !== 3) return 'FROM requires either one or three arguments';
      const [, as = 'AS', name = 'x'] = words;
      if (as.toUpperCase() !== 'AS') return 'FROM requires either one or three arguments';
      return /^[a-z][a-z0-9-_.]*$/i.test(name)
        ? undefined
        : `invalid name for build stage: "${name}", name can't start with a number or contain symbols`;
    }
    case 'ENV':
    case 'LABEL':
      if (words.length === 0) return `${word} requires at least one argument`;
      if (!(words[0] ?? '').includes('=') && words.length < 2) return `${word} must have two arguments`;
      if (!(words[0] ?? '').includes('=')) return undefined;
      for (const pair of words)
        if (!pair.includes('=')) return `Syntax error - can't find = in "${pair}". Must be of the form: name=value`;
      return words.some((pair) => pair.startsWith('=')) ? `${word} names can not be blank` : undefined;
    case 'VOLUME':
      if (words.some((path) => path.trim() === '')) return 'VOLUME specified can not be an empty string';
      return words.length === 0 ? 'VOLUME requires at least one argument' : undefined;
    case 'ARG':
    case 'EXPOSE':
      return words.length === 0 ? `${word} requires at least one argument` : undefined;
    case 'ADD':
    case 'COPY':
      return words.length < 2
        ? `${word} requires at least two arguments, but only one was provided. Destination could not be determined`
        : undefined;
    case 'MAINTAINER':
    case 'USER':
    case 'WORKDIR':
    case 'STOPSIGNAL':
      return rest === '' ? `${word} requires exactly one argument` : undefined;
    case 'ENTRYPOINT':
    case 'CMD':
      return undefined;
    case 'SHELL':
      if (list === undefined) return 'SHELL requires the arguments to be in JSON form';
      return list.length === 0 ? 'SHELL requires at least one argument' : undefined;
    case 'ONBUILD': {
      const [, trigger = ''] = /^(\S+)/.exec(rest.toUpperCase()) ?? [];
      if (trigger === '') return 'ONBUILD requires at least one argument';
      if (trigger === 'ONBUILD') return "Chaining ONBUILD via `ONBUILD ONBUILD` isn't allowed";
      return trigger === 'FROM' || trigger === 'MAINTAINER'
        ? `${trigger} isn't allowed as an ONBUILD trigger`
        : undefined;
    }
    default:
      return undefined;
  }
}
