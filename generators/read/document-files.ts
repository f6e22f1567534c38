/** The files of one document. Each is read once, and only from one folder: that of the document, or one above it. */
import { realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, leadsOutside, normalize, relative } from '../document/path.js';
import { segmentsOf, type Json } from '../document/index.js';
import { LadingError } from '../diagnostics/index.js';
import { readContent, rejectEndless } from './content.js';
import { anchoredPath, withoutSchemaIds } from './schema-ids.js';
import { copiedReference, isCopy } from './copies.js';

export class DocumentFiles {
  readonly #contents = new Map<string, Json>();
  readonly #folder: string;

  /**
   * @param entry the path of the document's first file, as the user gave it
   * @param folder the folder that all files lie in
   * @throws READ_OUTSIDE if the first file does not
   */
  constructor(
    readonly entry: string,
    folder = dirname(entry),
  ) {
    this.#folder = folder;
    if (leadsOutside(relative(folder, entry))) throw outside(entry, folder, nameFolder);
  }

  /** Returns the content of a file. @throws READ_MISSING, READ_SYNTAX, READ_LIMIT, READ_OUTSIDE */
  content(path: string): Json {
    let content = this.#contents.get(path);
    if (content === undefined) {
      if (path !== this.entry) this.#rejectOutside(path, path);
      content = withoutSchemaIds(readContent(path));
      this.#contents.set(path, content);
    }
    return content;
  }

  /** Returns the path in a file that the fragment of a reference names: a pointer, or the anchor of a schema. */
  place(path: string, fragment: string): readonly string[] {
    const segments = segmentsOf(fragment);
    return /^(\/|$)/.test(fragment) ? segments : (anchoredPath(this.content(path), segments.join('/')) ?? segments);
  }

  /** Resolves the path of a reference that the file `from` contains. */
  resolve(from: string, reference: string, place: string): string {
    if (isForeign(reference) || isForeign(decoded(reference))) throw outside(reference, place);
    const file = decoded(reference);
    const path = normalize(isCopy(this.entry) ? copiedReference(from, file) : join(dirname(from), file));
    const inside = relative(this.#folder, path);
    if (leadsOutside(inside)) throw outside(reference, place, nameFolder);
    return path === normalize(this.entry) ? this.entry : path;
  }

  // A symbolic link in the folder may point outside.
  #rejectOutside(path: string, place: string): void {
    let real: string;
    try {
      real = realpathSync(path);
    } catch {
      return; // readText reports that it is missing
    }
    const inside = relative(realpathSync(this.#folder), real);
    if (leadsOutside(inside)) throw outside(path, place);
    rejectEndless(path, statSync(real), 'Refer to a regular file');
  }
}

/** Whether a reference is a URL, an absolute path, or a path of another operating system. */
function isForeign(reference: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(reference) || isAbsolute(reference) || /[\\\0]/.test(reference);
}

function decoded(reference: string): string {
  try {
    return decodeURIComponent(reference);
  } catch {
    return reference;
  }
}

const move = 'Move the file into that folder and refer to it by a relative path';
const nameFolder = 'Move the file into that folder, or name one that has both: "documents": [{ "file", "folder" }]';

function outside(reference: string, place: string, remedy = move): LadingError {
  return new LadingError({
    code: 'READ_OUTSIDE',
    subject: `"${reference}" is outside the folder of the document`,
    place,
    remedy,
  });
}
