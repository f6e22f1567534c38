// Runs a program below strace: lists its system calls that write, or interrupts one of them.
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const names = [
  ...[
    'openat',
    'write',
    'pwrite64',
    'writev',
    'pwritev',
    'copy_file_range',
    'sendfile',
    'ftruncate',
    'fsync',
    'fdatasync',
  ],
  ...['mkdir', 'rmdir', 'rename', 'renameat', 'renameat2', 'link', 'linkat', 'symlink', 'unlink', 'unlinkat'],
  ...['chmod', 'fchmod', 'fchmodat', 'utimensat'],
];

/**
 * @typedef {object} Program
 * @property {readonly string[]} command the program and its arguments
 * @property {string} cwd
 * @property {NodeJS.ProcessEnv} env
 * @property {string} place the folder with everything that the program may change; a file for its output is created in it
 *
 * @typedef {object} Result
 * @property {number | null} status null if a signal ended the program
 * @property {string} output
 *
 * @typedef {object} Call a system call that writes
 * @property {string} name
 * @property {string} path the path, without what differs from run to run
 * @property {number} at its number, from 1: among the calls with this name and path, or with this name, of the first thread
 * @property {boolean} isByPath
 * @property {boolean} isFirst whether the first thread of the program makes it
 */

/** Throws if there is no strace, or the system does not permit it. */
export function assertStrace() {
  const { status } = spawnSync('strace', ['-o', '/dev/null', 'true']);
  if (status !== 0) throw new Error('strace cannot run here. Install it (apt-get install strace), and permit ptrace.');
}

/**
 * Runs the program in a process group of its own.
 *
 * @param {Program} program
 * @param {(end: () => void) => void} [onStart] is given a function that kills the group
 * @returns {Promise<Result>}
 */
export async function run({ command: [file = '', ...args], cwd, env, place }, onStart) {
  const outputFile = join(place, 'output');
  const output = openSync(outputFile, 'w');
  const child = spawn(file, args, { cwd, env, stdio: ['ignore', output, output], detached: true });
  onStart?.(() => process.kill(-(child.pid ?? 0), 'SIGKILL'));
  const status = await new Promise((resolve) => child.on('exit', resolve));
  closeSync(output);
  return { status, output: readFileSync(outputFile, 'utf8') };
}

/**
 * Lists the calls by which the program changes files below its place. Its child processes are included where a path tells
 * their calls from each other.
 *
 * @param {Program} program
 * @returns {Promise<readonly Call[]>}
 */
export async function callsOf(program) {
  const { trace } = await traced(program, ['-f', '--seccomp-bpf', '-y', '-e', `trace=${names.join()}`]);
  const first = /^\d+/.exec(trace)?.[0];
  /** @type {Map<string, number>} */
  const counts = new Map();
  const numbered = (/** @type {string} */ key) => counts.set(key, (counts.get(key) ?? 0) + 1).get(key) ?? 0;
  /** @type {Call[]} */
  const calls = [];
  for (const [, thread = '', name = '', args = ''] of trace.matchAll(/^(\d+) +(\w+)\((.*)$/gm)) {
    const isFirst = thread === first;
    const byName = isFirst ? numbered(name) : 0;
    const path = pathOf(name, args);
    if (!isBelow(program.place, path) || (name === 'openat' && !/O_CREAT|O_WRONLY|O_RDWR/.test(args))) continue;
    const isByPath = path === stable(path);
    if (isByPath) calls.push({ name, path, at: numbered(`${name} ${path}`), isByPath, isFirst });
    // The number of writes differs, since Node wakes its own threads by them. The file was opened just before.
    else if (isFirst && name !== 'write') calls.push({ name, path: stable(path), at: byName, isByPath, isFirst });
  }
  return calls;
}

/**
 * Runs the program and interrupts a call: by SIGKILL, or by an error.
 *
 * @param {Program} program
 * @param {Call} call
 * @param {string} fault `SIGKILL`, or the name of an error
 * @returns {Promise<Result & { readonly isReached: boolean }>}
 */
export async function interrupted(program, { name, path, at, isByPath, isFirst }, fault) {
  const filter = [...(isFirst ? [] : ['-f']), ...(isByPath ? ['-P', path] : [])];
  const how = fault === 'SIGKILL' ? 'signal=SIGKILL' : `error=${fault}`;
  const options = ['-y', '-e', `trace=${name}`, '-e', `inject=${name}:${how}:when=${at}`];
  const { trace, ...result } = await traced(program, [...filter, ...options]);
  const mark = fault === 'SIGKILL' ? /<unfinished \.\.\.>$|= \?$/ : /\(INJECTED\)$/;
  return { ...result, isReached: trace.split('\n').some((line) => mark.test(line) && stable(line).includes(path)) };
}

/** @param {Program} program @param {readonly string[]} options */
async function traced(program, options) {
  const file = join(program.place, 'trace');
  writeFileSync(file, '');
  const result = await run({ ...program, command: ['strace', '-o', file, ...options, ...program.command] });
  return { ...result, trace: readFileSync(file, 'utf8') };
}

/** @param {string} name @param {string} args */
function pathOf(name, args) {
  // A file descriptor, which strace prints with its path, or the first absolute path.
  const [, opened, named] = /^\d+<([^>]*)>|"(\/[^"]*)"/.exec(args) ?? [];
  return (name === 'openat' ? /"(\/[^"]*)"/.exec(args)?.[1] : (opened ?? named)) ?? '';
}

/** Tells whether a path is in the folder of the command, in its temporary folder, or the output. The rest belongs to npm. */
function isBelow(/** @type {string} */ place, /** @type {string} */ path) {
  return ['project/', 'tmp/', 'output'].some((name) => path.startsWith(join(place, name)));
}

/** Replaces what is different in each run: the process in the name of a lock, and the end of the name of a temporary folder. */
function stable(/** @type {string} */ text) {
  return text.replace(/\block\.\d+\.\d+\.[\w-]+/g, 'lock.*').replace(/(\/tmp\/lading-[a-z-]+-)\w{6}/g, '$1*');
}
