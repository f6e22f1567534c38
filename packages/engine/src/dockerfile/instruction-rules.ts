/** The instructions of Dockerfiles: their flags, and how many words they need. */
import { isHeredoc, splitWords } from './expand-words.js';
import { healthFlags } from './healthcheck.js';

export interface WrittenInstruction {
  readonly word: string;
  readonly rest: string;
  readonly list: readonly string[] | undefined;
}

type FlagKind = 'text' | 'boolean';

/** The flags of each instruction. */
export const instructionFlags: ReadonlyMap<string, Readonly<Record<string, FlagKind>>> = new Map<
  string,
  Readonly<Record<string, FlagKind>>
>([
  ['ADD', { chmod: 'text', chown: 'text', checksum: 'text', 'keep-git-dir': 'boolean', link: 'boolean' }],
  ['ARG', {}],
  ['CMD', {}],
  ['COPY', { chmod: 'text', chown: 'text', from: 'text', link: 'boolean' }],
  ['ENTRYPOINT', {}],
  ['ENV', {}],
  ['EXPOSE', {}],
  ['FROM', { platform: 'text' }],
  ['HEALTHCHECK', Object.fromEntries(healthFlags.map((name) => [name, 'text']))],
  ['LABEL', {}],
  ['MAINTAINER', {}],
  ['ONBUILD', {}],
  ['RUN', { mount: 'text', network: 'text' }],
  ['SHELL', {}],
  ['STOPSIGNAL', {}],
  ['USER', {}],
  ['VOLUME', {}],
  ['WORKDIR', {}],
]);

/** The flags that need BuildKit; the classic builder ignores others that only BuildKit follows. */
export const buildKitFlags: ReadonlySet<string> = new Set(['chmod', 'mount', 'network']);

/** The instructions that may have their words as an array in JSON. */
export const listing: ReadonlySet<string> = new Set(['ADD', 'CMD', 'COPY', 'ENTRYPOINT', 'RUN', 'SHELL', 'VOLUME']);

/** The instructions whose words end at blanks, also between quotes. */
const unquoted: ReadonlySet<string> = new Set(['ADD', 'COPY', 'EXPOSE', 'FROM', 'VOLUME']);

/** The words of an instruction as it is written: those of an array in JSON, or what blanks separate. */
export function wordsOf({ word, rest, list }: WrittenInstruction, escape = '\\'): readonly string[] {
  if (list !== undefined) return list;
  return unquoted.has(word) ? rest.split(/[\t\v\f\r ]+/).filter((one) => one !== '') : splitWords(rest, escape);
}

/** @returns what is wrong with the number of words, undefined if nothing is */
export function checkArguments(instruction: WrittenInstruction): string | undefined {
  const { word, rest, list } = instruction;
  const words = wordsOf(instruction);
  switch (word) {
    case 'FROM': {
      if (words.length !== 1 && words.length !== 3) return 'FROM requires either one or three arguments';
      const [, as = 'AS', name = 'x'] = words;
      if (as.toUpperCase() !== 'AS') return 'FROM requires either one or three arguments';
      return /^[a-z][a-z0-9-_.]*$/i.test(name)
        ? undefined
        : `invalid name for build stage: ${JSON.stringify(name)}, name can't start with a number or contain symbols`;
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
      if (words.length < 2)
        return `${word} requires at least two arguments, but only one was provided. Destination could not be determined`;
      return isHeredoc(words.at(-1) ?? '') ? `${word} cannot accept a heredoc as a destination` : undefined;
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
