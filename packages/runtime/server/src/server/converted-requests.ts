/** Validates requests of clients of another version before handlers receive them. */
import type { HookUse, RequestLoss, RequestMessage } from '@lading/runtime-conversion';
import type { OperationContract } from '@lading/runtime-wire';
import { isDeepStrictEqual } from 'node:util';
import { BadRequest } from '../error/index.js';
import { runCheck, type ResponseChecks } from '../reply/index.js';
import type { Dialect } from '../dialect/dialect.js';
import { requestParts, type ConvertedReader, type ReadOptions, type RequestPart } from '../request/index.js';
import { Problems } from '../schema/index.js';
import type { Call } from './call.js';
import type { CallChanges } from './derived-call.js';

/** The error of a conversion hook that returned what the version of the handlers does not allow. */
class ConversionError extends Error {
  override get name(): string {
    return 'ConversionError';
  }
}

/** A request on its way from a conversion to a handler. */
export interface Converted {
  readonly message: RequestMessage;
  /** The operation of the message, in the version of the handlers. */
  readonly operation: OperationContract;
  /** The call of the client. */
  readonly call: Call;
  /** The parts that both versions declare alike. */
  readonly equalParts: ReadonlySet<RequestPart>;
  readonly hooks: readonly HookUse[];
  /** Whether a hook sends the request on its own. */
  readonly isAsked: boolean;
}

interface Options {
  readonly dialect: Dialect;
  readonly readOptions: ReadOptions;
  /** The version of the handlers. */
  readonly version: string;
  /** Whether requests that hooks return are checked. Those of clients always are. */
  readonly checks: ResponseChecks;
  readonly report: (error: Error, call: Call) => void;
}

export class ConvertedRequests {
  readonly #options: Options;
  readonly #readers = new WeakMap<OperationContract, ConvertedReader>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Whether responses report losses in the header `Lading-Loss`. */
  get reportsLosses(): boolean {
    return this.#options.dialect.convertedReader !== undefined;
  }

  /**
   * Returns what the handler receives. What its operation does not declare is left out, and added to `losses`.
   *
   * @throws BadRequest if the client sent a value that the version of the handlers does not allow; ConversionError if a hook did
   */
  read(converted: Converted, losses: RequestLoss[]): CallChanges {
    const { message, operation, call, equalParts, isAsked } = converted;
    const reader = this.#readerOf(operation);
    const isSameOperation = message.operation === call.operation;
    const isKept = (part: RequestPart): boolean =>
      isSameOperation && equalParts.has(part) && message[part] === call[part];
    if (reader === undefined || requestParts.every(isKept)) return inputOf(message, message);
    const { input, problems, losses: undeclared } = reader(message, isKept, call.request.headers['content-type']);
    losses.push(...undeclared);
    if (problems.count === 0) return inputOf(message, input);
    const byHooks = isAsked ? problems.list : problems.list.filter(({ pointer }) => isWritten(pointer, converted));
    if (byHooks.length < problems.list.length || problems.unlistedCount > 0) {
      throw new BadRequest(
        `${problems.toString()} (in version ${this.#options.version}, which the server converts to)`,
      );
    }
    const { checks, report } = this.#options;
    runCheck({ checks, report: (error) => report(error, call) }, () => {
      throw new ConversionError(this.#messageOf(converted, problems));
    });
    return inputOf(message, message);
  }

  #readerOf(operation: OperationContract): ConvertedReader | undefined {
    const { dialect, readOptions } = this.#options;
    if (dialect.convertedReader === undefined) return undefined;
    const reader = this.#readers.get(operation) ?? dialect.convertedReader(operation, readOptions);
    this.#readers.set(operation, reader);
    return reader;
  }

  #messageOf({ hooks, operation }: Converted, problems: Problems): string {
    const names = hooks.map(({ hook, client, engine }) => `${hook} (${client} to ${engine})`);
    const subject =
      names.length === 1 ? `the conversion hook ${names[0]}` : `one of the conversion hooks ${names.join(', ')}`;
    return `${subject} returned a request of ${operation.id} that version ${this.#options.version} does not allow: ${problems.toString()}`;
  }
}

/** The version of the call remains the client's. */
export function inputOf(
  { operation }: RequestMessage,
  { path, query, headers, cookies, body }: Readonly<Partial<Record<RequestPart, unknown>>>,
): CallChanges {
  return { operation, path, query, headers, body, ...(cookies !== undefined && { cookies }) };
}

/** Whether a hook wrote the value at a pointer, or left it out, rather than the client. */
function isWritten(pointer: string, { hooks, message, call }: Converted): boolean {
  if (hooks.length === 0) return false;
  const segments = pointer.slice(1).split('/').map(unescaped);
  const sent = valueAt(call, segments);
  return sent === undefined || !isDeepStrictEqual(sent, valueAt(message, segments));
}

function unescaped(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}

function valueAt(value: unknown, [segment, ...rest]: readonly string[]): unknown {
  if (segment === undefined) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  // Long keys are shortened in pointers.
  const key = segment.endsWith('…') ? Object.keys(value).find((one) => one.startsWith(segment.slice(0, -1))) : segment;
  // The parts of a call are properties of its class.
  return key === undefined ? undefined : valueAt((value as Readonly<Record<string, unknown>>)[key], rest);
}
