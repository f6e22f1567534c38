/** The results of the previous run of a session, reused where their inputs have not changed. */

type Inputs = () => readonly unknown[];

interface Entry {
  readonly inputs: readonly unknown[];
  readonly result: unknown;
}

/**
 * Returns data as text, equal for equal data: whatever is added to a request is part of its key. Functions are equal if they are
 * identical.
 *
 * @param textOf returns a text for a value, if it has one @default only functions have
 */
export function keyOf(data: object, textOf: (value: unknown) => string | undefined = () => undefined): string {
  return JSON.stringify(data, (_name, value: unknown) => {
    const text = textOf(value) ?? (typeof value === 'function' ? functionText(value) : undefined);
    if (text !== undefined) return text;
    if (value instanceof Map) return ['Map', ...(value as Map<unknown, unknown>)];
    return value instanceof Set ? ['Set', ...(value as Set<unknown>)] : value;
  });
}

const functionNumbers = new WeakMap<object, number>();
let numbered = 0;

function functionText(value: object): string {
  const number = functionNumbers.get(value) ?? (numbered += 1);
  functionNumbers.set(value, number);
  return `function ${number}`;
}

/** Holds the last result of each computation. `--watch` passes one cache to all of its runs. */
export class PipelineCache {
  readonly #entries = new Map<string, Entry>();

  /**
   * Returns the stored result if every input is identical to the one it was computed from (strings by value, objects by
   * identity), and computes and stores it otherwise. A computation that fails stores nothing.
   *
   * @param key names the computation; the same key always has results of the same type
   * @param inputs returns everything that the result depends on
   */
  async get<Result>(key: string, inputs: Inputs, compute: () => Result | Promise<Result>): Promise<Result> {
    const current = inputs();
    const stored = this.#find<Result>(key, current);
    return stored === undefined ? this.#store(key, current, await compute()) : stored.result;
  }

  /** The same as {@link get} for a computation that does not wait for anything. */
  getSync<Result>(key: string, inputs: Inputs, compute: () => Result): Result {
    const current = inputs();
    const stored = this.#find<Result>(key, current);
    return stored === undefined ? this.#store(key, current, compute()) : stored.result;
  }

  #find<Result>(key: string, inputs: readonly unknown[]): { readonly result: Result } | undefined {
    const entry = this.#entries.get(key);
    if (entry?.inputs.length !== inputs.length) return undefined;
    return entry.inputs.every((input, index) => input === inputs[index])
      ? (entry as { readonly result: Result })
      : undefined;
  }

  #store<Result>(key: string, inputs: readonly unknown[], result: Result): Result {
    this.#entries.set(key, { inputs, result });
    return result;
  }
}

/** The cache of a single run, which computes everything once: it holds no results and does not look at the inputs. */
export class SingleRun extends PipelineCache {
  override async get<Result>(_key: string, _inputs: Inputs, compute: () => Result | Promise<Result>): Promise<Result> {
    return compute();
  }

  override getSync<Result>(_key: string, _inputs: Inputs, compute: () => Result): Result {
    return compute();
  }
}
