/** Optimistic concurrency: of two updates that were made from the same version of an object, only one succeeds. */
import type { Contract, OperationContract } from '@lading/runtime-wire';
import { ServerError } from '../error/index.js';
import { Reply } from '../reply/index.js';
import { isObject } from '../schema/index.js';
import type { Call } from './call.js';

type Handle = (operation: OperationContract, call: Call) => unknown;

/**
 * Runs updates of versioned objects: those with a rule `current-version`. An update whose `version` is not the present one
 * is refused with 500, as engines do. Updates of one object run one after the other, so that none comes between the check
 * and the change.
 */
export class VersionCheck {
  readonly #contract: Contract;
  readonly #handle: Handle;
  /** The last update of an object, by its ID. */
  readonly #updates = new Map<string, Promise<unknown>>();

  constructor(contract: Contract, handle: Handle) {
    this.#contract = contract;
    this.#handle = handle;
  }

  /** Undefined where the operation changes nothing that has a version. */
  run(operation: OperationContract, call: Call): Promise<unknown> | undefined {
    const rule = operation.rules?.find(({ kind }) => kind === 'current-version');
    const inspect = rule && this.#contract.operations[String(rule.value)];
    return inspect && this.#update(operation, inspect, call, rule.fields?.[0] ?? 'version');
  }

  async #update(
    operation: OperationContract,
    inspect: OperationContract,
    call: Call,
    parameter: string,
  ): Promise<unknown> {
    const key = `${operation.noun} ${idOf(await this.#read(inspect, call)) ?? JSON.stringify(call.path)}`;
    const earlier = this.#updates.get(key);
    const update = Promise.resolve(earlier)
      .catch(() => undefined)
      .then(async () => {
        const present = indexOf(await this.#read(inspect, call));
        const given = isObject(call.query) ? call.query[parameter] : undefined;
        // An object without a version cannot be out of date.
        if (present !== undefined && present !== given) throw new ServerError(outOfSequence);
        return this.#handle(operation, call);
      });
    this.#updates.set(key, update);
    try {
      return await update;
    } finally {
      if (this.#updates.get(key) === update) this.#updates.delete(key);
    }
  }

  async #read(inspect: OperationContract, call: Call): Promise<unknown> {
    const { version, path, signal, request } = call;
    const own: Call = {
      operation: inspect.id,
      version,
      path,
      query: {},
      headers: {},
      body: undefined,
      signal,
      request,
    };
    const value = await this.#handle(inspect, own);
    return value instanceof Reply ? value.body : value;
  }
}

/** The words of engines, which clients look for. */
const outOfSequence = 'rpc error: code = Unknown desc = update out of sequence';

function idOf(value: unknown): string | undefined {
  const id = isObject(value) ? value['ID'] : undefined;
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** The index of `Version`, or of the cluster's part of a volume. */
function indexOf(value: unknown): number | undefined {
  if (!isObject(value)) return undefined;
  const version = value['Version'];
  if (isObject(version) && typeof version['Index'] === 'number') return version['Index'];
  return indexOf(value['ClusterVolume']);
}
