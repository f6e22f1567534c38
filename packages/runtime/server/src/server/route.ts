/** One operation of one served version. The reader and the conversion are created by the first request. */
import type { OperationContract } from '@lading/runtime-wire';
import type { Conversion } from '@lading/runtime-overlay';
import { defaultStatus } from '../reply/index.js';
import type { Dialect } from '../dialect/dialect.js';
import type { ReadOptions, RequestReader } from '../request/index.js';
import type { RouteConversion } from './run-converted.js';

export class Route {
  readonly operation: OperationContract;
  readonly status: number;
  readonly #conversion: Conversion | undefined;
  readonly #dialect: Dialect;
  readonly #options: ReadOptions;
  #routeConversion: RouteConversion | null | undefined;
  #read: RequestReader | undefined;

  constructor(
    operation: OperationContract,
    conversion: Conversion | undefined,
    dialect: Dialect,
    options: ReadOptions,
  ) {
    this.operation = operation;
    this.status = defaultStatus(operation);
    this.#conversion = conversion;
    this.#dialect = dialect;
    this.#options = options;
  }

  /** Undefined if the version is that of the handlers, or if the operation is equal in both versions. */
  get routeConversion(): RouteConversion | undefined {
    if (this.#routeConversion === undefined) this.#routeConversion = this.#createRouteConversion() ?? null;
    return this.#routeConversion ?? undefined;
  }

  #createRouteConversion(): RouteConversion | undefined {
    const { id } = this.operation;
    const convert = this.#conversion?.of(id);
    return convert && { convert, convertsBodies: this.#conversion?.bodies?.(id).response !== false };
  }

  get read(): RequestReader {
    return (this.#read ??= this.#dialect.requestReader(this.operation, this.#options));
  }
}
