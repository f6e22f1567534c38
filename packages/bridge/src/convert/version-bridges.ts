/** The versions that clients may use with an engine, each served by the nearest version that the engine supports. */
import type { FindRoute } from '@lading/runtime-conversion';
import { compareVersions, versionRefusal } from '@lading/runtime-wire';
import { versions, versionsText } from './conversions.js';
import type { EngineConnections } from '../engine/connections.js';
import { operationInputs } from './operation-inputs.js';
import { HttpError, UnsupportedVersionError } from '../message/http-error.js';
import { VersionBridge, type Treatment } from './version-bridge.js';
import { isWithin, type VersionRange } from './versions.js';

export class VersionBridges {
  /** The versions that are offered to clients. */
  readonly served: VersionRange;
  /** The version of a path without one: the engine's own newest, as without a bridge, if it is offered. */
  readonly unversioned: string;
  readonly #bridges = new Map<string, VersionBridge>();
  readonly #supported: readonly string[];

  /**
   * @param conversions those for this engine
   * @param range the versions that the engine supports
   * @param serve the versions that clients may use, if not all
   * @throws Error if there is none
   */
  constructor(
    private readonly connections: EngineConnections,
    private readonly conversions: FindRoute,
    private readonly range: VersionRange,
    serve: VersionRange | undefined,
    private readonly treatment: Treatment,
  ) {
    this.#supported = versions.filter((version) => isWithin(version, range));
    // Without a version that both know, the engine's own are served as they are.
    const converted = this.#supported.length === 0 ? [] : versions;
    const all = [range.oldest, range.newest, ...converted].sort(compareVersions);
    const [first = '', last = ''] = [all[0], all.at(-1)];
    const oldest = serve === undefined || compareVersions(first, serve.oldest) > 0 ? first : serve.oldest;
    const newest = serve === undefined || compareVersions(last, serve.newest) < 0 ? last : serve.newest;
    if (compareVersions(oldest, newest) > 0) {
      throw new Error(
        `no version from ${serve?.oldest} to ${serve?.newest} can be served by an engine of ${textOf(range)}`,
      );
    }
    this.served = { oldest, newest };
    this.unversioned = isWithin(range.newest, this.served) ? range.newest : newest;
  }

  /** Returns the bridge of a version that has been used before. */
  used(version: string): VersionBridge | undefined {
    return this.#bridges.get(version);
  }

  /** @throws HttpError 400 for a version that is not served */
  async of(version: string): Promise<VersionBridge> {
    const found = this.#bridges.get(version);
    if (found !== undefined) return found;
    const refusal = versionRefusal(version, { lowest: this.served.oldest, highest: this.served.newest });
    if (refusal !== undefined) throw new UnsupportedVersionError(refusal);
    const isSupported = isWithin(version, this.range);
    const engine = isSupported ? version : this.#nearest(version);
    const conversion = this.conversions(version, engine);
    const inputs = await operationInputs([version, engine]);
    const bridge = new VersionBridge(this.connections, conversion, this.served, this.treatment, inputs);
    // Clients may write any version within the range.
    if (versions.includes(version)) this.#bridges.set(version, bridge);
    return bridge;
  }

  #nearest(version: string): string {
    const nearest = compareVersions(version, this.range.newest) > 0 ? this.#supported.at(-1) : this.#supported[0];
    if (nearest !== undefined && versions.includes(version)) return nearest;
    throw new HttpError(
      400,
      `client version ${version} has no conversion: set DOCKER_API_VERSION to one of ${versionsText}`,
    );
  }
}

function textOf({ oldest, newest }: VersionRange): string {
  return oldest === newest ? newest : `${oldest} to ${newest}`;
}
