/** One operation of one served version. The reader and the conversion are created by the first request. */
import type { Conversion } from '@lading/runtime-conversion';
import type { OperationContract } from '@lading/runtime-wire';
import type { Dialect } from '../dialect/dialect.js';
import { defaultStatus } from '../reply/index.js';
import { requestParts, type ReadOptions, type RequestPart, type RequestReader } from '../request/index.js';
import { areEqualContracts } from '../schema/index.js';
import type { RouteConversion } from './run-converted.js';

interface RouteVersions {
  /** The conversion between the version of the operation and that of the handlers. */
  readonly conversion: Conversion | undefined;
  /** The operation in the version of the handlers. */
  readonly handled: OperationContract | undefined;
}

export class Route {
  readonly operation: OperationContract;
  readonly status: number;
  readonly #versions: RouteVersions;
  readonly #dialect: Dialect;
  readonly #options: ReadOptions;
  #routeConversion: RouteConversion | null | undefined;
  #read: RequestReader | undefined;

  constructor(operation: OperationContract, versions: RouteVersions, dialect: Dialect, options: ReadOptions) {
    this.operation = operation;
    this.status = defaultStatus(operation);
    this.#versions = versions;
    this.#dialect = dialect;
    this.#options = options;
  }

  /** Undefined if the version is that of the handlers, or if the operation is equal in both versions: messages pass as they are. */
  get routeConversion(): RouteConversion | undefined {
    if (this.#routeConversion === undefined) this.#routeConversion = this.#createRouteConversion() ?? null;
    return this.#routeConversion ?? undefined;
  }

  #createRouteConversion(): RouteConversion | undefined {
    const { conversion, handled } = this.#versions;
    if (conversion === undefined) return undefined;
    const { id } = this.operation;
    const convert = conversion.of(id);
    // Without a conversion, requests may still differ in what is valid.
    const isChecked = this.#dialect.convertedReader !== undefined && handled !== undefined;
    const equalParts = isChecked ? equalPartsOf(this.operation, handled) : new Set<RequestPart>();
    if (convert === undefined && (!isChecked || equalParts.size === requestParts.length)) return undefined;
    return {
      convert: convert ?? ((request, next) => next(request)),
      convertsBodies: convert !== undefined && conversion.bodies?.(id).response !== false,
      hooks: conversion.hooksOf?.(id) ?? [],
      equalParts,
    };
  }

  get read(): RequestReader {
    return (this.#read ??= this.#dialect.requestReader(this.operation, this.#options));
  }
}

/** Returns the parts of requests that both versions of an operation declare alike: all if the rules between them are equal, too. */
function equalPartsOf(one: OperationContract, other: OperationContract): ReadonlySet<RequestPart> {
  if (one === other) return new Set(requestParts);
  if (!areEqualContracts(one.rules ?? [], other.rules ?? [])) return new Set();
  return new Set(requestParts.filter((part) => areEqualContracts(contractsOf(one, part), contractsOf(other, part))));
}

function contractsOf({ parameters, body }: OperationContract, part: RequestPart): unknown {
  if (part === 'body') return body;
  // A query as a whole is read as one of the parameters of the query.
  const own = { ...parameters?.[part], ...(part === 'query' && parameters?.querystring) };
  return Object.keys(own).length === 0 ? undefined : own;
}
