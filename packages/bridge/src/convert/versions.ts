/** Handles the version in front of a path, and the version in responses. */
import { compareVersions } from '@lading/runtime-wire';

/** The versions that clients may use. */
export interface VersionRange {
  readonly oldest: string;
  readonly newest: string;
}

/** Reads `1.24-1.44`, or one version. @throws Error for any other text, and for a range that is empty */
export function rangeOf(text: string, subject: string): VersionRange {
  const [, oldest, newest = oldest] = /^(\d+\.\d+)(?:-(\d+\.\d+))?$/.exec(text) ?? [];
  if (oldest !== undefined && newest !== undefined && compareVersions(oldest, newest) <= 0) return { oldest, newest };
  throw new Error(`${subject} "${text}": pass a range of versions, oldest first, such as 1.24-1.44`);
}

interface VersionedUrl {
  /** The version in the path; undefined if there is none. */
  readonly version: string | undefined;
  /** The URL without the version and the host name. */
  readonly url: string;
}

export function splitVersion(target: string): VersionedUrl {
  const whole = target.startsWith('/') ? target : target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?]*/i, '');
  const [, version, url] = /^\/v([\d.]+)(\/.*)$/s.exec(whole) ?? [];
  return url === undefined ? { version: undefined, url: whole || '/' } : { version, url };
}

export function isWithin(version: string, { oldest, newest }: VersionRange): boolean {
  return compareVersions(version, oldest) >= 0 && compareVersions(version, newest) <= 0;
}

/** Replaces the range of versions in a body by the served range; other bodies are returned unchanged. */
export function withServedVersion(body: unknown, served: VersionRange): unknown {
  if (!isObject(body) || !('MinAPIVersion' in body)) return body;
  const range = { ApiVersion: served.newest, MinAPIVersion: served.oldest };
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
