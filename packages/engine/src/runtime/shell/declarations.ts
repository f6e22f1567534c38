/** The builtins that declare variables: `export`, `readonly`, `local`, `declare`, `unset`; and the elements of arrays. */
import type { Assignment, Word } from 'unbash';
import { splitOnce } from '../../values/environment.js';
import { parser } from './parser.js';
import type { RunningShell } from './run-program.js';
import type { ShellState } from './shell-state.js';

export type DeclarationName = 'export' | 'readonly' | 'local' | 'declare' | 'typeset';

/** Assigns the arrays among the arguments, such as in `declare -A names=([a]=b)`, by the names of the variables. */
export type ArrayArguments = ReadonlyMap<string, () => Promise<void>>;

const letters: Readonly<Record<DeclarationName, string>> = {
  export: 'np',
  readonly: 'apA',
  local: 'aAilruxp',
  declare: 'aAgilruxpfF',
  typeset: 'aAgilruxpfF',
};

export async function declare(
  command: DeclarationName,
  { state }: RunningShell,
  words: readonly string[],
  arrays: ArrayArguments,
): Promise<number> {
  const [on, off] = [new Set<string>(), new Set<string>()];
  const names = [...words];
  while (/^[-+]./.test(names[0] ?? '')) {
    const word = names.shift() ?? '';
    if (word === '--') break;
    for (const letter of word.slice(1)) {
      if (!letters[command].includes(letter)) throw new Error(`${command}: illegal option ${word.charAt(0)}${letter}`);
      (word.startsWith('-') ? on : off).add(letter);
    }
  }
  const locals = state.locals.at(-1);
  if (command === 'local' && locals === undefined) throw new Error('local: not in a function');
  if (on.has('f') || on.has('F')) {
    const found = names.map((name) => state.functions.get(name));
    const texts = found.map((each, index) =>
      on.has('F') ? `${names[index]}\n` : `${names[index]} () ${each?.source.slice(each.body.pos, each.body.end)}\n`,
    );
    await state.process.write('stdout', texts.filter((_text, index) => found[index] !== undefined).join(''));
    return found.includes(undefined) ? 1 : 0;
  }
  if (on.has('p') || names.length === 0) return print(command, state, names);
  for (const word of names) {
    const [name, value] = splitOnce(word);
    if (!isName(name)) throw new Error(`${command}: ${name}: bad variable name`);
    const isLocal = locals !== undefined && /^(local|declare|typeset)$/.test(command) && !on.has('g');
    if (isLocal) {
      if (!locals.has(name)) {
        locals.set(name, state.save(name));
        state.restore(name, { elements: new Map(), attributes: [] });
      }
    }
    if (on.has('A')) state.associative.add(name);
    if (on.has('i')) state.integers.add(name);
    if (off.has('i')) state.integers.delete(name);
    if (on.has('u')) state.upperCase.add(name);
    if (on.has('l')) state.lowerCase.add(name);
    if (word.includes('=')) state.assign(name, value);
    await arrays.get(name)?.();
    if (command === 'readonly' || on.has('r')) state.readOnly.add(name);
    if (on.has('n') || off.has('x')) state.exported.delete(name);
    else if (command === 'export' || on.has('x')) state.exported.add(name);
  }
  return 0;
}

/** Prints declarations as commands. */
async function print(command: DeclarationName, state: ShellState, names: readonly string[]): Promise<number> {
  const variables = state.process.variables;
  const all = [...new Set([...variables.keys()].map((key) => key.replace(/\[.*$/s, '')))].toSorted();
  const isListed = (name: string): boolean =>
    command === 'export' ? state.exported.has(name) : command !== 'readonly' || state.readOnly.has(name);
  let code = 0;
  for (const name of names.length > 0 ? names : all.filter(isListed)) {
    const elements = state.elements(name);
    if (elements.size === 0) {
      await state.process.write('stderr', `${state.name}: ${command}: ${name}: not found\n`);
      code = 1;
      continue;
    }
    const value = elements.get('0') ?? '';
    if (command === 'export' || command === 'readonly') {
      await state.process.write('stdout', `${command} ${name}=${quotedWord(value)}\n`);
      continue;
    }
    const isArray = state.associative.has(name) || elements.size > 1 || !elements.has('0');
    const attributes = [
      isArray ? (state.associative.has(name) ? 'A' : 'a') : '',
      state.integers.has(name) ? 'i' : '',
      state.lowerCase.has(name) ? 'l' : '',
      state.readOnly.has(name) ? 'r' : '',
      state.upperCase.has(name) ? 'u' : '',
      state.exported.has(name) ? 'x' : '',
    ].join('');
    const text = isArray
      ? `(${[...elements].map(([index, each]) => `[${index}]=${JSON.stringify(each)}`).join(' ')})`
      : JSON.stringify(value);
    await state.process.write('stdout', `declare -${attributes || '-'} ${name}=${text}\n`);
  }
  return code;
}

/** Unsets variables and functions; `unset 'a[1]'` an element. */
export function unset({ state }: RunningShell, words: readonly string[]): number {
  let kind = '';
  for (const word of words) {
    if (/^-[fv]+$/.test(word)) kind = word.slice(0, 2);
    else if (/^-./.test(word)) throw new Error(`unset: illegal option ${word.slice(0, 2)}`);
    else if (kind === '-f') state.functions.delete(word);
    else {
      const [, name = word, index] = /^(\w+)\[(.*)\]$/s.exec(word) ?? [];
      if (!isName(name)) throw new Error(`unset: ${word}: bad variable name`);
      const elements = state.elements(name);
      if (index !== undefined && index !== '@' && index !== '*') {
        elements.delete(state.indexOf(name, index));
        state.setElements(name, elements);
        continue;
      }
      if (kind === '' && elements.size === 0) state.functions.delete(name);
      state.setElements(name, new Map());
      state.exported.delete(name);
    }
  }
  return 0;
}

/** Assigns a variable, an element, or all of an array. */
export async function assign(shell: RunningShell, { name, index, value, append }: Assignment): Promise<string> {
  const { state, expander } = shell;
  if (value.type === 'ArrayValue') {
    await assignArray(shell, name, value.elements, append === true);
    return name;
  }
  const target = index === undefined ? name : `${name}[${await expander.text(index)}]`;
  const text = await expander.text(value, true);
  state.assign(target, append === true ? appended(state, target, text) : text);
  return target;
}

export function appended(state: ShellState, target: string, text: string): string {
  const before = state.value(target) ?? '';
  return state.integers.has(target) ? `(${before || '0'}) + (${text})` : before + text;
}

async function assignArray(
  { state, expander }: RunningShell,
  name: string,
  words: readonly Word[],
  appends: boolean,
): Promise<void> {
  if (!appends) state.setElements(name, new Map());
  let next = Number([...state.elements(name).keys()].at(-1) ?? -1) + 1;
  for (const word of words) {
    const [start, index] = /^\[((?:\[[^\]]*\]|[^\]])*)\]=/s.exec(word.text) ?? [];
    if (start === undefined || index === undefined) {
      for (const each of await expander.words([word])) state.assign(`${name}[${next++}]`, each);
      continue;
    }
    const at = state.indexOf(name, await expander.text(wordOf(index)));
    state.assign(`${name}[${at}]`, await expander.text(wordOf(word.text.slice(start.length))));
    next = Number(at) + 1;
  }
}

function wordOf(text: string): Word | undefined {
  const [statement] = parser().parse(`: ${text}`).commands;
  const [word] = statement?.command.type === 'Command' ? statement.command.args : [];
  return word?.type === 'Word' ? word : undefined;
}

function isName(text: string): boolean {
  return /^[A-Za-z_]\w*$/.test(text);
}

/** Returns a text as a word of a script. */
export function quotedWord(text: string): string {
  return `'${text.replaceAll("'", `'"'"'`)}'`;
}
