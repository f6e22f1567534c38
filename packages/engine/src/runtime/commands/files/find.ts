/** The command `find`. */
import { nameOf } from '../../../filesystem/paths.js';
import type { TreeEntry } from '../../../ports/filesystem.js';
import { patternExpression } from '../../shell/pattern.js';
import type { ProcessContext } from '../../process-context.js';
import { locate, runToEnd } from '../../run-program.js';
import { CommandError, entryOf, fail, pathOf, pathProblem, print, unresolved } from '../command.js';
import { posixExpression } from '../text/regular-expression.js';
import { findGroup, findUser } from '../users.js';
import { sizeOf } from './entry-text.js';
import { modeOf } from './mode.js';

interface Found {
  /** As the command prints it. */
  readonly name: string;
  readonly path: string;
  readonly entry: TreeEntry;
  readonly depth: number;
}

/** Tests an entry, or does something with it. */
type Action = (found: Found) => boolean | Promise<boolean>;

interface FileSearch {
  readonly test: Action;
  readonly minimum: number;
  readonly maximum: number;
  /** Whether a folder comes after what is in it. */
  isDeepFirst: boolean;
  /** Set by `-prune` for the entry. */
  isPruned: boolean;
  isQuit: boolean;
  code: number;
  /** What `-exec … +` collects, run at the end. */
  readonly batches: (() => Promise<void>)[];
}

export async function find(process: ProcessContext, words: readonly string[]): Promise<number> {
  const rest = [...words];
  const links = new Set<string>();
  while (/^-[HLP]$/.test(rest[0] ?? '')) links.add(rest.shift() ?? '');
  const roots: string[] = [];
  while (rest[0] !== undefined && !/^(?:-.|[(!])/.test(rest[0])) roots.push(rest.shift() ?? '');
  const search = searchOf(process, rest);
  const isFollowed = (depth: number): boolean => links.has('-L') || (links.has('-H') && depth === 0);

  async function visit(name: string, depth: number): Promise<void> {
    const own = unresolved(process, name);
    const path = name.endsWith('/') || isFollowed(depth) ? pathOf(process, name) : own;
    const entry = process.settings.files.get(path) ?? process.settings.files.get(own);
    if (entry === undefined || search.isQuit) return;
    const test = async (): Promise<void> => {
      if (depth >= search.minimum && !search.isQuit) await search.test({ name, path, entry, depth });
    };
    search.isPruned = false;
    if (!search.isDeepFirst) await test();
    if (entry.kind === 'folder' && depth < search.maximum && (!search.isPruned || search.isDeepFirst)) {
      const start = name.endsWith('/') ? name : `${name}/`;
      for (const each of process.settings.files.namesIn(path)) {
        if (process.killed.aborted || search.isQuit) return;
        await visit(start + each, depth + 1);
      }
    }
    if (search.isDeepFirst) await test();
  }

  for (const root of roots.length === 0 ? ['.'] : roots) {
    if (entryOf(process, root) === undefined && process.settings.files.get(unresolved(process, root)) === undefined)
      search.code = await fail(process, `find: ${root}: ${pathProblem(process, root) ?? 'No such file or directory'}`);
    else await visit(root, 0);
  }
  for (const run of search.batches) await run();
  return search.code;
}

/** Reads the expression. @throws CommandError for what it does not know */
function searchOf(process: ProcessContext, words: readonly string[]): FileSearch {
  const rest = [...words];
  let [minimum, maximum, hasAction] = [0, Infinity, false];
  const search = {
    isDeepFirst: false,
    isPruned: false,
    isQuit: false,
    code: 0,
    batches: [] as (() => Promise<void>)[],
  };
  const acting = (action: Action): Action => {
    hasAction = true;
    return action;
  };
  const value = (name: string): string => {
    const next = rest.shift();
    if (next === undefined) throw new CommandError(`${name} requires an argument`);
    return next;
  };
  const show: (end: string) => Action = (end) => async (found) => {
    await print(process, found.name, end);
    return true;
  };

  const primaries: Readonly<Record<string, () => Action>> = {
    '-name': () => byPattern(value('-name'), ({ name }) => nameOf(name.replace(/(.)\/+$/, '$1'))),
    '-iname': () =>
      byPattern(value('-iname').toLowerCase(), ({ name }) => nameOf(name.replace(/(.)\/+$/, '$1')).toLowerCase()),
    '-path': () => byPattern(value('-path'), ({ name }) => name),
    '-ipath': () => byPattern(value('-ipath').toLowerCase(), ({ name }) => name.toLowerCase()),
    '-regex': () => {
      const expression = posixExpression(`^\\(${value('-regex')}\\)$`, false);
      return ({ name }) => expression.test(name);
    },
    '-type': () => {
      const given = value('-type');
      const kind = { f: 'file', d: 'folder', l: 'link' }[given];
      if (kind === undefined && !/^[bcps]$/.test(given))
        throw new CommandError(`invalid argument '${given}' to '-type'`);
      return ({ entry }) => entry.kind === kind;
    },
    '-empty':
      () =>
      ({ path, entry }) =>
        entry.kind === 'folder'
          ? process.settings.files.namesIn(path).length === 0
          : entry.kind === 'file' && entry.data.length === 0,
    '-size': () => {
      const [, text = '', unit = 'b'] = /^([-+]?\d+)([cbkwMG]?)$/.exec(value('-size')) ?? [];
      const size = { c: 1, b: 512, '': 512, w: 2, k: 1024, M: 1 << 20, G: 1 << 30 }[unit] ?? 512;
      return byNumber(text, ({ entry }) => Math.ceil(sizeOf(entry) / size));
    },
    '-perm': () => {
      const given = value('-perm');
      const wanted = modeOf(given.replace(/^[-+/]/, ''), 0);
      if (given.startsWith('-')) return ({ entry }) => (entry.mode & wanted) === wanted;
      if (/^[+/]/.test(given)) return ({ entry }) => wanted === 0 || (entry.mode & wanted) !== 0;
      return ({ entry }) => (entry.mode & 0o7777) === wanted;
    },
    '-mtime': () =>
      byNumber(value('-mtime'), ({ entry }) => Math.floor((process.clock.now() - entry.modified) / 86_400_000)),
    '-mmin': () => byNumber(value('-mmin'), ({ entry }) => Math.floor((process.clock.now() - entry.modified) / 60_000)),
    '-newer': () => {
      const name = value('-newer');
      const other = entryOf(process, name);
      if (other === undefined) throw new CommandError(`${name}: No such file or directory`);
      return ({ entry }) => entry.modified > other.modified;
    },
    '-links': () => byNumber(value('-links'), ({ entry }) => (entry.kind === 'folder' ? 2 : 1)),
    '-user': () => {
      const name = value('-user');
      const uid = /^\d+$/.test(name) ? name : findUser(process, name)?.uid;
      if (uid === undefined) throw new CommandError(`unknown user ${name}`);
      return ({ entry }) => entry.uid === Number(uid);
    },
    '-group': () => {
      const name = value('-group');
      const gid = /^\d+$/.test(name) ? name : findGroup(process, name)?.gid;
      if (gid === undefined) throw new CommandError(`unknown group ${name}`);
      return ({ entry }) => entry.gid === Number(gid);
    },
    '-executable':
      () =>
      ({ entry }) =>
        (entry.mode & 0o111) !== 0,
    '-maxdepth': () => {
      maximum = depthOf(value('-maxdepth'));
      return () => true;
    },
    '-mindepth': () => {
      minimum = depthOf(value('-mindepth'));
      return () => true;
    },
    '-depth': () => {
      search.isDeepFirst = true;
      return () => true;
    },
    '-xdev': () => () => true,
    '-print': () => acting(show('\n')),
    '-print0': () => acting(show('\0')),
    '-prune': () => () => {
      search.isPruned = true;
      return true;
    },
    '-quit': () =>
      acting(() => {
        search.isQuit = true;
        return true;
      }),
    '-delete': () => {
      search.isDeepFirst = true;
      return acting(async ({ name, path, depth }) => {
        const isFull = process.settings.files.namesIn(path).length > 0;
        if (isFull) search.code = await fail(process, `find: can't remove '${name}': Directory not empty`);
        else if (depth > 0 || name !== '.') process.settings.files.remove(path);
        return !isFull;
      });
    },
    '-exec': () => acting(execution()),
  };

  function execution(): Action {
    const command: string[] = [];
    for (let word = rest.shift(); word !== ';' && !(word === '+' && command.at(-1) === '{}'); word = rest.shift()) {
      if (word === undefined) throw new CommandError('-exec requires an argument');
      command.push(word);
      if (rest[0] === '+' && word === '{}') {
        rest.shift();
        const names: string[] = [];
        search.batches.push(async () => {
          const code = names.length === 0 ? 0 : await run([...command.slice(0, -1), ...names]);
          if (code !== 0) search.code = 1;
        });
        return ({ name }) => {
          names.push(name);
          return true;
        };
      }
    }
    if (command.length === 0) throw new CommandError('-exec requires an argument');
    return async ({ name }) => (await run(command.map((word) => word.replaceAll('{}', () => name)))) === 0;
  }

  async function run(command: readonly string[]): Promise<number> {
    const [name = '', ...args] = command;
    const program = locate(process, name);
    if (program.kind !== 'found') return fail(process, `find: ${name}: No such file or directory`, 1);
    const child = process.fork({ command });
    return runToEnd(child, () => program.run(child, args));
  }

  function either(): Action {
    const options = [both()];
    while (/^-o(?:r)?$/.test(rest[0] ?? '')) {
      rest.shift();
      options.push(both());
    }
    if (options.length === 1 && options[0] !== undefined) return options[0];
    return async (found) => {
      for (const option of options) if (await option(found)) return true;
      return false;
    };
  }

  function both(): Action {
    const parts: Action[] = [];
    while (rest.length > 0 && !/^-o(?:r)?$/.test(rest[0] ?? '') && rest[0] !== ')') {
      if (/^-a(?:nd)?$/.test(rest[0] ?? '')) rest.shift();
      else parts.push(one());
    }
    return async (found) => {
      for (const part of parts) if (!(await part(found))) return false;
      return true;
    };
  }

  function one(): Action {
    const word = rest.shift() ?? '';
    if (word === '!' || word === '-not') {
      const inner = one();
      return async (found) => !(await inner(found));
    }
    if (word === '(') {
      const inner = either();
      if (rest.shift() !== ')') throw new CommandError("unmatched '('");
      return inner;
    }
    const primary = Object.hasOwn(primaries, word) ? primaries[word] : undefined;
    if (primary === undefined) throw new CommandError(`unrecognized: ${word}`);
    return primary();
  }

  const expression = either();
  if (rest[0] !== undefined) throw new CommandError(`unrecognized: ${rest[0]}`);
  const print_ = show('\n');
  const test: Action = hasAction ? expression : async (found) => (await expression(found)) && print_(found);
  return Object.assign(search, { test, minimum, maximum });
}

function byPattern(pattern: string, textOf: (found: Found) => string): Action {
  const expression = patternExpression(pattern);
  return (found) => expression.test(textOf(found));
}

/** Compares with `5`, `+5` (more) or `-5` (less). @throws CommandError */
function byNumber(text: string, valueOf: (found: Found) => number): Action {
  const [, sign = '', digits] = /^([-+]?)(\d+)$/.exec(text) ?? [];
  if (digits === undefined) throw new CommandError(`invalid number '${text}'`);
  const wanted = Number(digits);
  return (found) => {
    const value = valueOf(found);
    return sign === '+' ? value > wanted : sign === '-' ? value < wanted : value === wanted;
  };
}

function depthOf(text: string): number {
  if (!/^\d+$/.test(text)) throw new CommandError(`invalid number '${text}'`);
  return Number(text);
}
