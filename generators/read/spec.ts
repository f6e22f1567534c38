/** Reads the folder of a specification: its versions and their files. */
import { dirname, join, leadsOutside, normalize, relative } from '../document/path.js';
import {
  get,
  isArray,
  isObject,
  placeholder,
  type JsonObject,
  type OverlaySource,
  type Specification,
} from '../document/index.js';
import { LadingError, isUrl } from '../diagnostics/index.js';
import { readDocument } from './document.js';
import { readContent } from './content.js';
import { copiedReference, isCopy } from './copies.js';

/**
 * Reads a specification.
 *
 * @param folder contains `versions.yaml`, which names the root document, the overlays, and the product if documents have its placeholder
 */
export function readSpec(folder: string): Specification {
  const list = join(folder, 'versions.yaml');
  const content = readContent(list);
  if (!isObject(content)) throw wrong(list, 'product, root and overlays');
  const overlays = get(content, 'overlays');
  return {
    folder,
    product: get(content, 'product') === undefined ? placeholder : text(content, 'product', list),
    root: readDocument(inside(folder, text(content, 'root', list), list)),
    overlays: (isArray(overlays) ? overlays : []).map((path) => readOverlay(inside(folder, String(path), list))),
  };
}

/** Reads the overlay of a version. @throws DOCUMENT_STRUCTURE */
export function readOverlay(file: string): OverlaySource {
  const content = readContent(file);
  const info = isObject(content) ? get(content, 'info') : undefined;
  const version = isObject(info) ? get(info, 'version') : undefined;
  const base = isObject(content) ? get(content, 'extends') : undefined;
  if (typeof version !== 'string')
    throw wrong(`${file}#/info/version`, 'the version of the API that the overlay makes');
  if (typeof base !== 'string') throw wrong(`${file}#/extends`, 'the file that the overlay extends');
  return { file, content, version, extends: extendedFile(file, base) };
}

/** Returns the file that an overlay extends, or its URL. Beside a copy lie copies. */
function extendedFile(file: string, base: string): string {
  if (isUrl(base)) return base;
  return normalize(isCopy(file) ? copiedReference(file, base) : join(dirname(file), base));
}

function inside(folder: string, path: string, list: string): string {
  const target = normalize(join(folder, path));
  if (leadsOutside(relative(folder, target))) {
    throw new LadingError({
      code: 'READ_OUTSIDE',
      subject: `"${path}" is outside the folder of the specification`,
      place: list,
      remedy: 'Move the file into that folder',
    });
  }
  return target;
}

function text(content: JsonObject, key: string, place: string): string {
  const value = get(content, key);
  if (typeof value !== 'string') throw wrong(`${place}#/${key}`, 'a string');
  return value;
}

function wrong(place: string, expected: string): LadingError {
  return new LadingError({
    code: 'DOCUMENT_STRUCTURE',
    subject: `Expected ${expected}`,
    place,
    remedy: 'Correct the file at this place',
  });
}
