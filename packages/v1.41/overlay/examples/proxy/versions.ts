/** The version in front of a path, and the one that responses tell. */
import { compareVersions } from '@lading/runtime-wire';

interface VersionedUrl {
  /** Undefined where the path has none: that is the version that is served. */
  readonly version: string | undefined;
  /** Without the version, and without the name of a host. */
  readonly url: string;
}

export function splitVersion(target: string): VersionedUrl {
  const whole = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?]*/i, '');
  const [, version, url] = /^\/v([\d.]+)(\/.*)$/s.exec(whole) ?? [];
  return url === undefined ? { version: undefined, url: whole || '/' } : { version, url };
}

/** Why a version is not served, in the words of engines; undefined where it is. One version is converted, and no other. */
export function refusalOf(version: string | undefined, served: string): string | undefined {
  const order = version === undefined ? 0 : compareVersions(version, served);
  if (order > 0) return `client version ${version} is too new. Maximum supported API version is ${served}`;
  if (order < 0) {
    return (
      `client version ${version} is too old. Minimum supported API version is ${served}, ` +
      'please upgrade your client to a newer version'
    );
  }
  return undefined;
}

/** A body that tells the range of versions tells the one that is served; any other is left as it is. */
export function withServedVersion(body: unknown, served: string): unknown {
  if (!isObject(body) || !('MinAPIVersion' in body)) return body;
  const range = { ApiVersion: served, MinAPIVersion: served };
  const { Components: components } = body;
  return {
    ...body,
    ...range,
    ...(Array.isArray(components) && { Components: components.map((component) => withRange(component, range)) }),
  };
}

function withRange(component: unknown, range: Readonly<Record<string, string>>): unknown {
  if (!isObject(component) || !isObject(component['Details']) || !('ApiVersion' in component['Details'])) {
    return component;
  }
  return { ...component, Details: { ...component['Details'], ...range } };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
