/** The package.json of a package for all versions → the same with the packages of all versions as dependencies. */
import { LadingError } from '../diagnostics/index.js';
import { isObject, objectOf, type Json, type JsonObject } from '../document/index.js';

/** The packages of versions that the package depends on. */
export interface WantedDependencies {
  /** The wanted packages, with the range for a new dependency. */
  readonly wanted: Readonly<Record<string, string>>;
  /** Tells whether a name is that of a package of some version: such a dependency is removed if it is not wanted. */
  readonly isOfVersion: (name: string) => boolean;
}

/**
 * Adds missing packages of versions and removes those of versions that no longer exist. Everything else remains, including
 * the ranges of existing dependencies. A text that needs no change is returned unchanged.
 *
 * @param place the file, for errors
 * @throws DOCUMENT_STRUCTURE if it is not a package.json
 */
export function updateDependencies(
  text: string,
  content: Json,
  { wanted, isOfVersion }: WantedDependencies,
  place: string,
): string {
  if (!isObject(content)) throw notAPackage(place);
  const dependencies = content['dependencies'] ?? {};
  if (!isObject(dependencies)) throw notAPackage(place);
  const present = Object.entries(dependencies);
  const remaining = present.filter(([name]) => !isOfVersion(name) || Object.hasOwn(wanted, name));
  const missing = Object.entries(wanted).filter(([name]) => !Object.hasOwn(dependencies, name));
  if (missing.length === 0 && remaining.length === present.length) return text;
  const updated = objectOf([...remaining, ...missing].sort(([a], [b]) => (a < b ? -1 : 1)));
  // The key does not move.
  return print({ ...content, dependencies: updated }, text);
}

/** Prints with the indentation of the previous text. */
function print(content: JsonObject, previous: string): string {
  const [indentation = '  '] = /^[ \t]+(?=")/m.exec(previous) ?? [];
  return `${JSON.stringify(content, null, indentation)}\n`;
}

function notAPackage(place: string): LadingError {
  return new LadingError({
    code: 'DOCUMENT_STRUCTURE',
    subject: 'The file is not a package.json',
    place,
    remedy: 'Write an object with "dependencies"',
  });
}
