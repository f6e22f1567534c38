/** Optimistic concurrency control: of two updates from the same version of an object, only one succeeds. */
import type { Contract, OperationContract } from '@lading/runtime-wire';
import { ServerError } from '../../error/index.js';
import { Reply } from '../../reply/index.js';
import { isObject } from '../../schema/index.js';
import type { Call } from '../../server/call.js';
import { callWith } from '../../server/derived-call.js';
import type { RunOperation } from '../dialect.js';

/**
 * Runs updates of versioned objects, which have a rule `current-version`. An update whose `version` is not the current
 * one is rejected with 500, as in engines. Updates of one object run one after the other, so that no update happens
 * between the check and the change.
 */
export class VersionCheck {
  readonly #contract: Contract;
  readonly #handle: RunOperation;
  /** The last update of each object, by the object's ID. */
  readonly #updates = new Map<string, Promise<unknown>>();

  constructor(contract: Contract, handle: RunOperation) {
    this.#contract = contract;
    this.#handle = handle;
  }

  /** Runs a versioned update. Returns undefined if the operation is not one. */
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
        const currentVersion = indexOf(await this.#read(inspect, call));
        const givenVersion = isObject(call.query) ? call.query[parameter] : undefined;
        // An object without a version cannot be outdated.
        if (currentVersion !== undefined && String(currentVersion) !== String(givenVersion))
          throw new ServerError(outOfSequence);
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
    const value = await this.#handle(
      inspect,
      callWith(call, { operation: inspect.id, query: {}, headers: {}, body: undefined }),
    );
    return value instanceof Reply ? value.body : value;
  }
}

/** The message of engines, which clients look for. */
const outOfSequence = 'rpc error: code = Unknown desc = update out of sequence';

function idOf(value: unknown): string | undefined {
  const id = isObject(value) ? value['ID'] : undefined;
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** The index of `Version`, or of the cluster's part of a volume. */
function indexOf(value: unknown): number | bigint | undefined {
  if (!isObject(value)) return undefined;
  const version = value['Version'];
  const index = isObject(version) ? version['Index'] : undefined;
  if (typeof index === 'number' || typeof index === 'bigint') return index;
  return indexOf(value['ClusterVolume']);
}
