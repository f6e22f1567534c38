/** The keys of a database, their values, and when they expire. */
import { ErrorReply } from './reply.js';
import type { Stream } from './stream.js';

export interface ValueTypes {
  readonly string: string;
  readonly hash: Map<string, string>;
  readonly list: string[];
  readonly set: Set<string>;
  readonly zset: Map<string, number>;
  readonly stream: Stream;
}

export type ValueType = keyof ValueTypes;

/** A value and its type. */
export type TypedValue = {
  readonly [Type in ValueType]: { readonly type: Type; readonly value: ValueTypes[Type] };
}[ValueType];

const wrongType = 'WRONGTYPE Operation against a key holding the wrong kind of value';

export class Database {
  readonly #values = new Map<string, TypedValue>();
  readonly #expiries = new Map<string, number>();
  readonly #now: () => number;
  readonly #onChange: (database: Database, key: string) => void;

  /** @param onChange called with each key that changes */
  constructor(now: () => number, onChange: (database: Database, key: string) => void) {
    this.#now = now;
    this.#onChange = onChange;
  }

  get size(): number {
    this.removeExpired();
    return this.#values.size;
  }

  keys(): string[] {
    this.removeExpired();
    return [...this.#values.keys()];
  }

  has(key: string): boolean {
    return this.entry(key) !== undefined;
  }

  entry(key: string): TypedValue | undefined {
    const expiry = this.#expiries.get(key);
    if (expiry !== undefined && expiry <= this.#now()) this.delete(key);
    return this.#values.get(key);
  }

  /** @throws ErrorReply for a value of another type */
  get<Type extends ValueType>(key: string, type: Type): ValueTypes[Type] | undefined {
    const entry = this.entry(key);
    if (entry === undefined) return undefined;
    if (entry.type !== type) throw new ErrorReply(wrongType);
    return entry.value as ValueTypes[Type];
  }

  /** Returns a value, and creates it if there is none. @throws ErrorReply for a value of another type */
  open<Type extends ValueType>(key: string, type: Type, create: () => ValueTypes[Type]): ValueTypes[Type] {
    const existing = this.get(key, type);
    if (existing !== undefined) return existing;
    const value = create();
    this.#values.set(key, { type, value } as unknown as TypedValue);
    return value;
  }

  /** Sets a value. Without `keepsExpiry`, it does not expire. */
  put(key: string, entry: TypedValue, keepsExpiry = false): void {
    if (!keepsExpiry) this.#expiries.delete(key);
    this.#values.set(key, entry);
    this.touch(key);
  }

  delete(key: string): boolean {
    this.#expiries.delete(key);
    const existed = this.#values.delete(key);
    if (existed) this.#onChange(this, key);
    return existed;
  }

  /** Notes a change of a value in place, and removes one that is empty. */
  touch(key: string): void {
    const entry = this.#values.get(key);
    if (entry !== undefined && isEmpty(entry)) {
      this.#values.delete(key);
      this.#expiries.delete(key);
    }
    this.#onChange(this, key);
  }

  /** Returns the moment at which a key expires. */
  expiryOf(key: string): number | undefined {
    return this.has(key) ? this.#expiries.get(key) : undefined;
  }

  expire(key: string, moment: number | undefined): void {
    if (moment === undefined) this.#expiries.delete(key);
    else if (moment <= this.#now()) this.delete(key);
    else this.#expiries.set(key, moment);
    this.#onChange(this, key);
  }

  clear(): void {
    const keys = [...this.#values.keys()];
    this.#values.clear();
    this.#expiries.clear();
    for (const key of keys) this.#onChange(this, key);
  }

  removeExpired(): void {
    const now = this.#now();
    for (const [key, moment] of this.#expiries) if (moment <= now) this.delete(key);
  }

  /** The number of keys that expire. */
  get expiring(): number {
    return this.#expiries.size;
  }
}

function isEmpty({ type, value }: TypedValue): boolean {
  if (type === 'hash' || type === 'set' || type === 'zset') return (value as { readonly size: number }).size === 0;
  return type === 'list' && (value as readonly string[]).length === 0;
}
