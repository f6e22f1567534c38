// One command with a fault at each of its system calls that write.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callsOf, interrupted, run } from './strace.mjs';

/**
 * Returns the content of the files by their paths, without the lock of a dead process, which the next command removes.
 *
 * @param {string} folder
 * @returns {Readonly<Record<string, string>>}
 */
function contentOf(folder, below = '') {
  const entries = readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = `${below}${entry.name}`;
    if (entry.isDirectory()) return Object.entries(contentOf(folder, `${path}/`));
    return /\.lading\/lock\./.test(path) ? [] : [[path, readFileSync(join(folder, path), 'latin1')]];
  });
  return Object.fromEntries(entries);
}

/** Tells whether a file waits for the next command: no one else reads it. @param {string} path */
const isStaged = (path) => /(^|\/)(\.lading\/(staged\/|journal$)|\.lading-site\/)|\.(lading-migrate|new)$/.test(path);

/** @param {Readonly<Record<string, string>>} content */
const withoutStaged = (content) => Object.fromEntries(Object.entries(content).filter(([path]) => !isStaged(path)));

/** @param {Readonly<Record<string, string>>} one @param {Readonly<Record<string, string>>} other */
const isSame = (one, other) => textOf(one) === textOf(other);

/** Returns the content as one text. @param {Readonly<Record<string, string>>} content */
const textOf = (content) => JSON.stringify(Object.entries(content).sort(([a], [b]) => (a < b ? -1 : 1)));

/** @typedef {import('./commands.mjs').Command} Command */
/** @typedef {Awaited<ReturnType<import('./registry.mjs').startRegistry>>} Registry */
/**
 * @typedef {object} CommandResult
 * @property {string} name
 * @property {number} calls the calls that write
 * @property {number} requests the requests that change a registry
 * @property {number} interruptions
 * @property {number} former after which all files had the former content
 * @property {number} latter after which all files had the new content
 * @property {number} completed after which the next run completed the new content
 * @property {readonly string[]} failures
 */

/**
 * @param {string} name
 * @param {Command} command
 * @param {{ readonly faults: readonly string[], readonly every: number, readonly path?: string | undefined, readonly registry: Registry }} options
 * @returns {Promise<CommandResult>}
 */
export async function interruptAll(name, command, options) {
  const place = mkdtempSync(join(tmpdir(), 'interruptions-'));
  try {
    return await new Interruptions(name, command, place, options.registry).all(options);
  } finally {
    rmSync(place, { recursive: true });
  }
}

class Interruptions {
  #name;
  #command;
  #registry;
  #folder;
  #original;
  #temporary;
  #program;
  /** The requests that change the registry. */
  #requests = 0;
  /** The states from which the next run was seen to complete the new content. @type {Set<string>} */
  #completed = new Set();
  /** @type {Readonly<Record<string, string>>} */
  #former = {};
  /** @type {Readonly<Record<string, string>>} */
  #latter = {};

  /** @param {string} name @param {Command} command @param {string} place @param {Registry} registry */
  constructor(name, command, place, registry) {
    this.#name = name;
    this.#command = command;
    this.#registry = registry;
    this.#folder = join(place, 'project');
    this.#original = join(place, 'original');
    this.#temporary = join(place, 'tmp');
    const npmrc = join(place, 'npmrc');
    writeFileSync(npmrc, `//${new URL(registry.url).host}/:_authToken=token\nupdate-notifier=false\nfetch-retries=0\n`);
    const env = { ...process.env, TMPDIR: this.#temporary, HOME: join(place, 'home'), npm_config_userconfig: npmrc };
    this.#program = { command: [process.execPath, ...command.args], cwd: this.#folder, env, place };
  }

  /** @param {{ readonly faults: readonly string[], readonly every: number, readonly path?: string | undefined }} options */
  async all({ faults, every, path = '' }) {
    await this.#prepare();
    const calls = (await this.#calls()).filter((call) => call.path.includes(path));
    const result = { name: this.#name, calls: calls.length, interruptions: 0, former: 0, latter: 0, completed: 0 };
    /** @type {string[]} */
    const failures = [];
    const count = (/** @type {'former' | 'latter' | 'completed' | string} */ outcome, /** @type {string} */ where) => {
      result.interruptions++;
      if (outcome === 'former' || outcome === 'latter' || outcome === 'completed') return void result[outcome]++;
      failures.push(`${where}: ${outcome}`);
      console.log(`FAILED  ${this.#name}  ${where}: ${outcome}`);
    };
    for (const [shift, fault] of faults.entries()) {
      for (const call of calls.filter((_, index) => (index + shift) % every === 0)) {
        const isRemoval = /^(unlink|rmdir)/.test(call.name);
        const ended = await this.#interrupted(call, fault);
        const outcome = ended.isReached ? await this.#outcome(ended, { fault, isRemoval }) : 'the call was not reached';
        count(outcome, `${fault} at ${call.name} ${call.path}`);
      }
    }
    const requests = path === '' ? this.#requests : 0;
    for (let at = 1; at <= requests; at++) {
      for (const how of /** @type {const} */ (['refused', 'killed before', 'killed after'])) {
        const ended = await this.#stopped(at, how);
        const fault = how === 'refused' ? 'EIO' : 'SIGKILL';
        count(await this.#outcome(ended, { fault, isRemoval: false }), `request ${at} of ${requests}, ${how}`);
      }
    }
    return { ...result, requests, failures };
  }

  /** The number of calls differs in a few runs. @param {import('./strace.mjs').Call} call @param {string} fault */
  async #interrupted(call, fault) {
    for (let attempt = 1; ; attempt++) {
      this.#reset();
      const ended = await interrupted(this.#program, call, fault);
      if (ended.isReached || attempt === 5) return ended;
    }
  }

  /** Interrupts a request that changes the registry. @param {number} at @param {'refused' | 'killed before' | 'killed after'} how */
  async #stopped(at, how) {
    this.#reset();
    let requests = 0;
    let kill = () => undefined;
    this.#registry.interrupt((when) => {
      if (when === 'before') requests++;
      if (requests !== at) return false;
      if (how === `killed ${when}`) kill();
      return how === 'refused' && when === 'before';
    });
    const ended = await run(this.#program, (end) => (kill = () => void end()));
    this.#registry.interrupt(() => false);
    return ended;
  }

  async #prepare() {
    mkdirSync(this.#folder, { recursive: true });
    mkdirSync(this.#temporary);
    await this.#command.prepare(this.#folder, (...args) => this.#run(args));
    cpSync(this.#folder, this.#original, { recursive: true });
    this.#reset();
    this.#former = this.#content();
    this.#registry.interrupt((when) => void (when === 'after' && this.#requests++));
    const { status, output } = await this.#run(this.#command.args);
    this.#registry.interrupt(() => false);
    if (status !== 0) throw new Error(`${this.#name} fails without a fault: ${output}`);
    this.#latter = this.#content();
    if (isSame(this.#former, this.#latter)) throw new Error(`${this.#name} changes nothing.`);
  }

  async #calls() {
    this.#reset();
    const calls = await callsOf(this.#program);
    if (!isSame(this.#content(), this.#latter))
      throw new Error(`${this.#name} does not write the same content each time.`);
    return calls;
  }

  /**
   * Returns `former`, `latter` or `completed`, or what is wrong.
   *
   * @param {import('./strace.mjs').Result} ended
   * @param {{ readonly fault: string, readonly isRemoval: boolean }} how
   */
  async #outcome({ status, output }, { fault, isRemoval }) {
    const after = this.#content();
    const files = withoutStaged(after);
    const torn = Object.entries(files).find(([path, text]) => ![this.#former[path], this.#latter[path]].includes(text));
    if (torn !== undefined && !(this.#command.isStepwise && torn[0] === 'registry')) return `torn: ${torn[0]}`;
    if (fault !== 'SIGKILL') {
      if (status === 0 && !isSame(after, this.#latter)) return 'success without the new content';
      if (status !== 0 && !/^([A-Z_]+|lading-migrate): /m.test(output)) return `no sentence: ${output}`;
      if (/^ {4}at |UNEXPECTED/m.test(output)) return `a stack: ${output}`;
      if (!isRemoval && readdirSync(this.#temporary).length > 0) return 'a temporary folder remains';
      if (
        status !== 0 &&
        this.#registry.state() !== '' &&
        !/packages are uploaded|release itself is complete/.test(output)
      )
        return `does not say what is uploaded: ${output}`;
    }
    const isWaiting = this.#command.isStepwise || Object.keys(after).some(isStaged);
    const outcome = isSame(files, this.#former) ? 'former' : isSame(files, this.#latter) ? 'latter' : 'completed';
    if (outcome === 'completed' && !isWaiting && !this.#isBetween(files))
      return 'neither the former nor the new content';
    return (await this.#completionError(after)) ?? outcome;
  }

  /** What is done in two pieces may have ended between them. @param {Readonly<Record<string, string>>} files */
  #isBetween(files) {
    if (this.#command.rest === undefined) return false;
    return isSame(files, Object.fromEntries(Object.entries(this.#latter).filter(([path]) => !path.startsWith('out/'))));
  }

  /** Runs the command again: the next run depends on nothing but what the last one left. @param {Readonly<Record<string, string>>} after */
  async #completionError(after) {
    const state = textOf(after);
    if (this.#completed.has(state)) return undefined;
    const again = await this.#run(this.#command.args);
    const isDone = this.#command.isDone?.test(again.output) === true;
    if (again.status !== 0 && !isDone) return `the next run fails: ${again.output}`;
    if (isDone && this.#command.rest !== undefined) await this.#run(this.#command.rest);
    const content = this.#content();
    if (!isSame(content, this.#latter))
      return `the next run writes something else: ${differing(content, this.#latter)}`;
    this.#completed.add(state);
    return undefined;
  }

  #reset() {
    for (const folder of [this.#folder, this.#temporary]) rmSync(folder, { recursive: true });
    cpSync(this.#original, this.#folder, { recursive: true });
    mkdirSync(this.#temporary);
    this.#registry.clear();
  }

  #content() {
    const published = this.#registry.state();
    return { ...contentOf(this.#folder), ...(published !== '' && { registry: published }) };
  }

  /** @param {readonly string[]} args */
  #run(args) {
    return run({ ...this.#program, command: [process.execPath, ...args] });
  }
}

/** @param {Readonly<Record<string, string>>} one @param {Readonly<Record<string, string>>} other */
function differing(one, other) {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .filter((path) => one[path] !== other[path])
    .join(', ');
}
