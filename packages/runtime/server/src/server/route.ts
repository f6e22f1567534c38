/** One operation as it is served at one version. Its parts are made when the first request comes. */
import type { OperationContract } from '@lading/runtime-wire';
import type { Conversion } from '@lading/runtime-overlay';
import { usualStatus } from '../reply/index.js';
import { requestReader, type ReadOptions, type RequestReader } from '../request/index.js';
import type { Converting } from './convert.js';

export class Route {
  readonly operation: OperationContract;
  readonly status: number;
  /** Whether nothing is done for a client that asks for no upgrade; elsewhere the handler refuses first, as in engines. */
  readonly upgrades: boolean;
  readonly #conversion: Conversion | undefined;
  readonly #options: ReadOptions;
  #converting: Converting | null | undefined;
  #read: RequestReader | undefined;

  constructor(operation: OperationContract, conversion: Conversion | undefined, options: ReadOptions) {
    this.operation = operation;
    this.status = usualStatus(operation);
    this.upgrades = operation.responses[101]?.kind === 'http2';
    this.#conversion = conversion;
    this.#options = options;
  }

  /** Undefined where the version is that of the handlers, or does not differ from it here. */
  get converting(): Converting | undefined {
    if (this.#converting === undefined) this.#converting = this.#prepared() ?? null;
    return this.#converting ?? undefined;
  }

  #prepared(): Converting | undefined {
    const { id } = this.operation;
    const convert = this.#conversion?.of(id);
    return convert && { convert, convertsBodies: this.#conversion?.bodies?.(id).response !== false };
  }

  get read(): RequestReader {
    return (this.#read ??= requestReader(this.operation, this.#options));
  }
}
