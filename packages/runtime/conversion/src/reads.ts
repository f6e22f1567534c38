/** Records which properties the functions of hooks read: what they have read they have converted, so that it is no loss. */
import { isList, isRecord } from './json.js';

export class Reads {
  readonly #names = new WeakMap<object, Set<string>>();
  /** Objects whose properties were listed: who copies an object reads all of it, and converts nothing. */
  readonly #listed = new WeakSet<object>();
  readonly #views = new WeakMap<object, object>();
  readonly #targets = new WeakMap<object, object>();

  /** Calls a function with a view of the object that contains the value, and returns its result without views. */
  during(call: (of: unknown) => unknown, of: unknown): unknown {
    return this.#withoutViews(call(this.#viewOf(of)));
  }

  /** Whether a function read the property by its name. */
  has(of: unknown, name: string): boolean {
    return typeof of === 'object' && of !== null && this.#names.get(of)?.has(name.toLowerCase()) === true;
  }

  #viewOf(value: unknown): unknown {
    // Files, dates and the like work only as themselves.
    if (!isList(value) && !isPlain(value)) return value;
    const former = this.#views.get(value);
    if (former !== undefined) return former;
    const view = new Proxy(value, {
      ownKeys: (target) => {
        this.#listed.add(target);
        return Reflect.ownKeys(target);
      },
      get: (target, key) => {
        const property = Reflect.get(target, key) as unknown;
        if (typeof key !== 'string' || !Object.prototype.hasOwnProperty.call(target, key)) return property;
        if (this.#listed.has(target)) return property;
        this.#add(target, key);
        // The property of a frozen object has to be itself.
        return Object.getOwnPropertyDescriptor(target, key)?.configurable === true ? this.#viewOf(property) : property;
      },
    });
    this.#views.set(value, view);
    this.#targets.set(view, value);
    return view;
  }

  #add(target: object, key: string): void {
    const names = this.#names.get(target) ?? new Set();
    this.#names.set(target, names.add(key.toLowerCase()));
  }

  /** What is returned as a whole is converted as a whole. */
  #addAll(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, property] of Object.entries(value)) {
      this.#add(value, key);
      this.#addAll(property);
    }
  }

  #withoutViews(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    const target = this.#targets.get(value);
    if (target !== undefined) {
      this.#addAll(target);
      return target;
    }
    if (isList(value)) {
      const items = value.map((item) => this.#withoutViews(item));
      return items.some((item, index) => item !== value[index]) ? items : value;
    }
    if (!isPlain(value)) return value;
    const entries = Object.entries(value).map(([key, property]) => [key, this.#withoutViews(property)] as const);
    return entries.some(([key, property]) => property !== value[key]) ? Object.fromEntries(entries) : value;
  }
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (!isRecord(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
