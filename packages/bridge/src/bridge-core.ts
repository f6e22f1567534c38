/** Serves requests by an engine, whatever server they come through. */
import type { Target } from '@lading/runtime-client';
import type { ConversionProvider, FindRoute } from '@lading/runtime-conversion';
import { conversionsForEngine } from './convert/conversions.js';
import type { Passage, Treatment } from './convert/version-bridge.js';
import { VersionBridges } from './convert/version-bridges.js';
import { splitVersion, type VersionRange } from './convert/versions.js';
import { EngineConnections } from './engine/connections.js';
import type { KeptConnection } from './engine/kept-connection.js';
import { requestVersions } from './engine/request-versions.js';
import type { ResponseHandler } from './engine/response-handler.js';
import type { Headers } from './message/headers.js';
import { errorOf, HttpError, UnsupportedVersionError } from './message/http-error.js';
import {
  jsonResponse,
  textResponse,
  type BridgeRequest,
  type BridgeResponse,
  type TextResponse,
} from './message/messages.js';
import { RequestTimer, type OnRequest } from './operation/request-log.js';

export interface CoreOptions {
  /** The version to use with the engine; otherwise the engine is asked. */
  readonly as: string | undefined;
  readonly serve: VersionRange | undefined;
  readonly onRequest: OnRequest | undefined;
  readonly onError: (error: unknown) => void;
  /** Conversions that replace those between the same versions. */
  readonly conversions: readonly ConversionProvider[];
  readonly treatment: Treatment;
}

export class BridgeCore {
  readonly #connections: EngineConnections;
  readonly #conversions: FindRoute;
  readonly #fixed: VersionBridges | undefined;
  #requested: Promise<VersionBridges> | undefined;
  /** What has been requested, once it is there. */
  #current: VersionBridges | undefined;
  #served: VersionRange | undefined;

  /** @throws Error if no version is served */
  constructor(
    target: Target,
    private readonly options: CoreOptions,
  ) {
    this.#connections = new EngineConnections(target);
    const { as, conversions } = options;
    this.#conversions = conversionsForEngine(conversions);
    if (as !== undefined) this.#fixed = this.#bridgesTo({ oldest: as, newest: as });
    this.#current = this.#fixed;
  }

  #bridgesTo(range: VersionRange): VersionBridges {
    const { serve, treatment } = this.options;
    const bridges = new VersionBridges(this.#connections, this.#conversions, range, serve, treatment);
    this.#served = bridges.served;
    return bridges;
  }

  /** The versions of the engine, which is asked for them by the first request, and again after it did not respond. */
  async #bridges(): Promise<VersionBridges> {
    if (this.#fixed !== undefined) return this.#fixed;
    this.#requested ??= requestVersions(this.#connections).then((range) => (this.#current = this.#bridgesTo(range)));
    try {
      return await this.#requested;
    } catch (error) {
      this.#requested = undefined;
      throw error;
    }
  }

  /** Returns what measures a request, if somebody listens. */
  timerOf(method: string, target: string): RequestTimer | undefined {
    const { onRequest } = this.options;
    return onRequest && new RequestTimer(onRequest, method, target);
  }

  /** Returns how to forward a request as it is, without a body; undefined if more has to be done, or is not known yet. */
  passageOf(method: string, target: string): Passage | undefined {
    const bridges = this.#current;
    // An escaped path is decoded to find its operation.
    if (bridges === undefined || /^[^?]*%/.test(target)) return undefined;
    const { version = bridges.unversioned, url } = splitVersion(target);
    return bridges.used(version)?.passageOf(method, url);
  }

  /** Sends a request of a passage to the engine. @throws TypeError for a request that is not HTTP */
  dispatch(method: string, { url }: Passage, headers: readonly string[], handler: ResponseHandler): KeptConnection {
    return this.#connections.dispatch(method, url, headers, handler);
  }

  /** Keeps the headers of a response, names and values in turn, of which those describe the engine that errors have too. */
  noteHeaders(headers: readonly string[]): void {
    this.#connections.noteHeaders(headers);
  }

  /** Serves a request. Never rejects. */
  async serve(request: BridgeRequest, timer?: RequestTimer): Promise<BridgeResponse> {
    try {
      const bridges = await this.#bridges();
      const { version = bridges.unversioned, url } = splitVersion(request.url);
      return await (await bridges.of(version)).serve(request, url, timer);
    } catch (error) {
      return error instanceof UnsupportedVersionError ? this.#refuse(error, request) : this.responseOf(error);
    }
  }

  /** Refuses a version with the content type that the engine uses for it. */
  async #refuse(error: UnsupportedVersionError, { url, signal }: BridgeRequest): Promise<BridgeResponse> {
    const { version = '' } = splitVersion(url);
    const response = this.responseOf(error);
    const isText = await this.#connections.refusesWithText(version, signal).catch(() => false);
    return isText ? textResponse(response.status, response.headers, error.message) : response;
  }

  /** Returns the response for an error. After a failure of the engine it is asked for its versions again. */
  responseOf(error: unknown): TextResponse {
    const answer = errorOf(error);
    if (answer === undefined) this.options.onError(error);
    const { status, message } = answer ?? { status: 500, message: 'the bridge has failed' };
    if (error instanceof HttpError && status === 502) {
      this.#requested = undefined;
      this.#current = this.#fixed;
    }
    return jsonResponse(status, this.#headersOf(error), { message });
  }

  /** Returns the response to what is not HTTP, or has too large a head. */
  malformed(status: number, message: string): TextResponse {
    return jsonResponse(status, this.#headersOf(undefined), { message });
  }

  /** Whether the engine responds. */
  async isHealthy(signal: AbortSignal): Promise<boolean> {
    try {
      return await this.#connections.isHealthy(signal);
    } catch {
      return false;
    }
  }

  /** The headers of an error: those that describe the engine, and the newest served version. */
  #headersOf(error: unknown): Headers {
    const { 'docker-experimental': experimental, ...others } = this.#connections.headers;
    // An engine refuses a version before it adds this header.
    const isLate = experimental !== undefined && !(error instanceof UnsupportedVersionError);
    return {
      ...others,
      ...(isLate && { 'docker-experimental': experimental }),
      ...(this.#served && { 'api-version': this.#served.newest }),
    };
  }
}
