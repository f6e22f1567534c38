/** Lua 5.1 in WebAssembly: the file of the package alone, without the program around it, which reads files and waits. */
import { readFileSync } from 'node:fs';
import { pathOfOptional } from '../../serve/optional-package.js';
import { LuaError, nullPointer, OtherValue, ScriptLimit, type LuaFunction, type LuaValue } from './lua-value.js';

export const luaPackage = 'wasmoon-lua5.1';

/** Bytes of a state, and of a value that goes from Lua to JavaScript. */
const maxMemory = 256 * 1024 * 1024;
/** A larger state is not used again, since its memory cannot shrink. */
const keptMemory = 64 * 1024 * 1024;
const maxDepth = 1002;
const pageSize = 65_536;
const [registryIndex, globalsIndex] = [-10_000, -10_002];
const types = ['nil', 'boolean', 'userdata', 'number', 'string', 'table', 'function', 'userdata', 'thread'];

/** What is used of WebAssembly, whose types belong to browsers. */
interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}
interface Table {
  get(index: number): unknown;
  set(index: number, value: unknown): void;
  grow(count: number): number;
}
type Imports = Readonly<Record<string, (...args: number[]) => number | void>>;
const { Module, Instance } = (
  globalThis as unknown as {
    readonly WebAssembly: {
      readonly Module: new (bytes: Uint8Array) => object;
      readonly Instance: new (
        module: object,
        imports: Readonly<Record<string, Imports>>,
      ) => { readonly exports: Readonly<Record<string, unknown>> };
    };
  }
).WebAssembly;

type Exports = Readonly<Record<string, (...args: readonly number[]) => number>>;

/** Thrown by Lua to go back to its last protected call. */
const jump = Symbol('longjmp');
let compiled: object | undefined;

/** The content of a table that scripts see. */
export type Library = Readonly<Record<string, LuaFunction | LuaValue>>;

export interface LuaResult {
  readonly value: LuaValue;
  readonly isError: boolean;
}

export class Lua {
  readonly #exports: Exports;
  readonly #memory: Memory;
  readonly #table: Table;
  readonly #state: number;
  readonly #functions: LuaFunction[] = [];
  readonly #callback: number;
  readonly #lengthPointer: number;
  #buffer = { pointer: 0, size: 0 };
  #bytes = Buffer.alloc(0);
  #deadline = Infinity;
  #budget = maxMemory;

  /**
   * @param libraries functions by the name of their table
   * @param prelude a chunk that receives their tables, and returns the table of globals, that which scripts see instead, and the handler of errors
   * @throws MissingPackage
   */
  constructor(libraries: Readonly<Record<string, Library>>, prelude: string) {
    compiled ??= new Module(readFileSync(pathOfOptional(luaPackage, '/dist/liblua5.1.wasm')));
    // What else Lua would ask of a system does nothing: there are no files and no variables.
    const imports = new Proxy(this.#imports(), { get: (given, name) => given[String(name)] ?? (() => 0) });
    const { exports } = new Instance(compiled, { env: imports, wasi_snapshot_preview1: imports });
    this.#exports = exports as Exports;
    this.#memory = exports['memory'] as Memory;
    this.#table = exports['__indirect_function_table'] as Table;
    this.#call('__wasm_call_ctors');
    const state = this.#call('luaL_newstate');
    this.#state = state;
    this.#lengthPointer = this.#call('malloc', 4);
    this.#callback = this.#pointerOf((thread) => this.#dispatch(thread), 1, 1);
    this.#call('luaL_openlibs', state);
    const load = this.#load(prelude, '=lading');
    if (load !== undefined) throw new Error(load);
    const tables = Object.entries(libraries).map(
      ([name, library]) => [name, new Map(Object.entries(library))] as const,
    );
    this.#push(state, new Map(tables as readonly (readonly [string, ReadonlyMap<string, LuaValue>])[]));
    this.#push(state, nullPointer);
    if (this.#call('lua_pcall', state, 2, 3, 0) !== 0) throw new Error(String(this.#read(state, -1)));
    this.#call('lua_setfield', state, registryIndex, this.#text('handler'));
    this.#call('lua_replace', state, globalsIndex);
    this.#call('lua_setfield', state, registryIndex, this.#text('globals'));
    const hook = this.#pointerOf(() => this.#checkTime(), 2, 0);
    const countMask = 8;
    this.#call('lua_sethook', state, hook, countMask, 100_000);
  }

  get isTooLarge(): boolean {
    return this.#memory.buffer.byteLength > keptMemory;
  }

  /** Compiles a chunk, and keeps it. @returns the error, if there is one */
  compile(name: string, source: string): string | undefined {
    const error = this.#load(source, '@user_script');
    if (error === undefined) this.#call('lua_setfield', this.#state, registryIndex, this.#text(name));
    return error;
  }

  /** Calls a chunk. @param limit the milliseconds that it may take @throws ScriptLimit */
  run(name: string, globals: Readonly<Record<string, LuaValue>>, limit: number): LuaResult {
    const state = this.#state;
    this.#deadline = Date.now() + limit;
    try {
      this.#call('lua_getfield', state, registryIndex, this.#text('globals'));
      for (const [key, value] of Object.entries(globals)) {
        this.#push(state, key);
        this.#push(state, value);
        this.#call('lua_rawset', state, -3);
      }
      this.#call('lua_getfield', state, registryIndex, this.#text('handler'));
      this.#call('lua_getfield', state, registryIndex, this.#text(name));
      const isError = this.#call('lua_pcall', state, 0, 1, -2) !== 0;
      this.#budget = maxMemory;
      return { value: this.#read(state, -1), isError };
    } finally {
      this.#call('lua_settop', state, 0);
    }
  }

  #call(name: string, ...args: readonly number[]): number {
    const found = this.#exports[name];
    if (found === undefined) throw new Error(`${luaPackage} has no ${name}`);
    return found(...args);
  }

  #imports(): Imports {
    return {
      exit: () => {
        throw new ScriptLimit('the interpreter has ended');
      },
      invoke_vii: (index: number, ...args: readonly number[]) => {
        const stack = this.#call('stackSave');
        try {
          (this.#table.get(index) as (...args: readonly number[]) => void)(...args);
        } catch (error) {
          if (error !== jump) throw error;
          this.#call('stackRestore', stack);
          this.#call('setThrew', 1, 0);
        }
      },
      _emscripten_throw_longjmp: () => {
        throw jump;
      },
      emscripten_memcpy_js: (to: number, from: number, size: number) => {
        this.#view().copyWithin(to, from, from + size);
      },
      emscripten_date_now: () => Date.now(),
      emscripten_resize_heap: (size: number) => {
        const needed = size >>> 0;
        if (needed > maxMemory) return 0;
        this.#memory.grow(Math.ceil((needed - this.#memory.buffer.byteLength) / pageSize));
        return 1;
      },
    };
  }

  /** Returns the index of a function in the table of WebAssembly, whose parameters and result are integers. */
  #pointerOf(action: (...args: readonly number[]) => number | void, parameters: number, results: number): number {
    const integer = 0x7f;
    const type = [1, 0x60, parameters, ...Array(parameters).fill(integer), results, ...Array(results).fill(integer)];
    const bytes = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, type.length, ...type] as number[];
    // It imports e.f, and exports it as f: the table takes functions of WebAssembly only.
    bytes.push(2, 7, 1, 1, 0x65, 1, 0x66, 0, 0, 7, 5, 1, 1, 0x66, 0, 0);
    const module = new Module(Uint8Array.from(bytes));
    const { exports } = new Instance(module, { e: { f: action } });
    const index = this.#table.grow(1);
    this.#table.set(index, exports['f']);
    return index;
  }

  #dispatch(thread: number): number {
    const firstUpvalue = globalsIndex - 1;
    const action = this.#functions[this.#call('lua_tonumber', thread, firstUpvalue)];
    this.#budget = maxMemory;
    try {
      const count = this.#call('lua_gettop', thread);
      const args = Array.from({ length: count }, (_, index) => this.#read(thread, index + 1));
      const results = action?.(...args) ?? [];
      this.#call('lua_settop', thread, 0);
      for (const each of results) this.#push(thread, each);
      return results.length;
    } catch (error) {
      if (!(error instanceof LuaError)) throw error;
      const isText = typeof error.value === 'string';
      if (isText) this.#call('luaL_where', thread, 1);
      this.#push(thread, error.value);
      if (isText) this.#call('lua_concat', thread, 2);
      return this.#call('lua_error', thread);
    }
  }

  #checkTime(): void {
    if (Date.now() > this.#deadline) throw new ScriptLimit('the script was ended after the time of lua-time-limit');
  }

  /** @returns the error, if there is one */
  #load(source: string, name: string): string | undefined {
    // The name is short: it does not move the source.
    const pointer = this.#write(`${source}\0${name}\0`);
    const nameAt = pointer + source.length + 1;
    if (this.#call('luaL_loadbuffer', this.#state, pointer, source.length, nameAt) === 0) return undefined;
    const error = this.#read(this.#state, -1);
    this.#call('lua_settop', this.#state, 0);
    return String(error);
  }

  /** Writes a string with an end as C has it. @returns its address, until the next one is written */
  #text(text: string): number {
    return this.#write(`${text}\0`);
  }

  #write(text: string): number {
    if (text.length > this.#buffer.size) {
      this.#call('free', this.#buffer.pointer);
      const size = Math.max(1024, text.length * 2);
      const pointer = this.#call('malloc', size);
      this.#buffer = { pointer, size: pointer === 0 ? 0 : size };
      if (pointer === 0) throw new LuaError('not enough memory');
    }
    this.#view().write(text, this.#buffer.pointer, 'latin1');
    return this.#buffer.pointer;
  }

  /** The memory, whose bytes have another place when it has grown. */
  #view(): Buffer {
    if (this.#bytes.buffer !== this.#memory.buffer) this.#bytes = Buffer.from(this.#memory.buffer);
    return this.#bytes;
  }

  #push(thread: number, value: LuaValue | LuaFunction): void {
    if (this.#call('lua_checkstack', thread, 4) === 0) throw new LuaError('stack overflow');
    if (value === undefined || value instanceof OtherValue) this.#call('lua_pushnil', thread);
    else if (typeof value === 'boolean') this.#call('lua_pushboolean', thread, Number(value));
    else if (typeof value === 'number') this.#call('lua_pushnumber', thread, value);
    else if (typeof value === 'string')
      this.#call('lua_pushlstring', thread, value === '' ? 0 : this.#write(value), value.length);
    else if (value === nullPointer) this.#call('lua_pushlightuserdata', thread, 0);
    else if (typeof value === 'function') {
      this.#call('lua_pushnumber', thread, this.#functions.push(value) - 1);
      this.#call('lua_pushcclosure', thread, this.#callback, 1);
    } else this.#pushTable(thread, value as ReadonlyMap<LuaValue, LuaValue> | readonly LuaValue[]);
  }

  #pushTable(thread: number, value: ReadonlyMap<LuaValue, LuaValue> | readonly LuaValue[]): void {
    const isArray = Array.isArray(value);
    const size = isArray ? value.length : (value as ReadonlyMap<LuaValue, LuaValue>).size;
    this.#call('lua_createtable', thread, isArray ? size : 0, isArray ? 0 : size);
    let index = 0;
    for (const [key, item] of value.entries() as Iterable<[LuaValue, LuaValue]>) {
      index += 1;
      if (!isArray) this.#push(thread, key);
      this.#push(thread, item);
      if (isArray) this.#call('lua_rawseti', thread, -2, index);
      else this.#call('lua_rawset', thread, -3);
    }
  }

  #read(thread: number, index: number, depth = 0): LuaValue {
    const type = types[this.#call('lua_type', thread, index)] ?? 'nil';
    if (type === 'nil') return undefined;
    if (type === 'boolean') return this.#call('lua_toboolean', thread, index) !== 0;
    if (type === 'number') return this.#call('lua_tonumber', thread, index);
    if (type === 'userdata' && this.#call('lua_touserdata', thread, index) === 0) return nullPointer;
    if (type === 'string') {
      const start = this.#call('lua_tolstring', thread, index, this.#lengthPointer);
      const length = this.#view().readUInt32LE(this.#lengthPointer);
      this.#spend(length);
      return this.#view().toString('latin1', start, start + length);
    }
    if (type !== 'table' || depth > maxDepth || this.#call('lua_checkstack', thread, 4) === 0)
      return new OtherValue(type);
    const table = new Map<LuaValue, LuaValue>();
    const place = index > 0 ? index : this.#call('lua_gettop', thread) + 1 + index;
    this.#call('lua_pushnil', thread);
    while (this.#call('lua_next', thread, place) !== 0) {
      const top = this.#call('lua_gettop', thread);
      this.#spend(64);
      table.set(this.#read(thread, top - 1, depth + 1), this.#read(thread, top, depth + 1));
      this.#call('lua_settop', thread, top - 1);
    }
    return table;
  }

  /** Counts the bytes of what a script hands over: a table may contain itself. */
  #spend(bytes: number): void {
    this.#budget -= bytes;
    if (this.#budget < 0) throw new ScriptLimit(`the script handed over more than ${maxMemory / 1024 ** 2} MB`);
  }
}
