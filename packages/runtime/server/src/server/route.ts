/** One operation as it is served at one version. Its parts are made when the first request comes. */
import type { Conversion, Convert } from '@lading/runtime-overlay';
import type { Operation } from '../contract/index.js';
import { usualStatus } from '../reply/index.js';
import { requestReader, type ReadOptions, type RequestReader } from '../request/index.js';

export class Route {
  readonly operation: Operation;
  /** Undefined where the version is that of the handlers, or does not differ from it here. */
  readonly convert: Convert | undefined;
  /** Whether the conversion looks at the bodies of responses; others may stay bytes. */
  readonly convertsBodies: boolean;
  readonly status: number;
  /** Whether nothing is done for a client that asks for no upgrade; elsewhere the handler refuses first, as in engines. */
  readonly upgrades: boolean;
  readonly #options: ReadOptions;
  #read: RequestReader | undefined;

  constructor(operation: Operation, conversion: Conversion | undefined, options: ReadOptions) {
    this.operation = operation;
    this.convert = conversion?.of(operation.id);
    this.convertsBodies = conversion?.bodies?.(operation.id).answer !== false;
    this.status = usualStatus(operation);
    this.upgrades = operation.answers[101]?.kind === 'http2';
    this.#options = options;
  }

  get read(): RequestReader {
    return (this.#read ??= requestReader(this.operation, this.#options));
  }
}
