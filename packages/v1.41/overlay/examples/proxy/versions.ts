/** Handles the version in front of a path, and the version in responses. */
import { compareVersions } from '@lading/runtime-wire';

interface VersionedUrl {
  /** The version in the path; undefined if there is none, which means the served version. */
  readonly version: string | undefined;
  /** The URL without the version and the host name. */
  readonly url: string;
}

export function splitVersion(target: string): VersionedUrl {
  const whole = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?]*/i, '');
  const [, version, url] = /^\/v([\d.]+)(\/.*)$/s.exec(whole) ?? [];
  return url === undefined ? { version: undefined, url: whole || '/' } : { version, url };
}

/** Returns why a version is not served, in the words of engines; undefined for the served one. */
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

/** Replaces the range of versions in a body by the served version; other bodies are returned unchanged. */
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
