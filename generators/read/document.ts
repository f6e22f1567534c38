/** Reads a document: parses its files, recognizes its dialect and bundles them. */
import { documentOf, get, isObject, type Document } from '../document/index.js';
import { slashed } from '../document/path.js';
import { bundle } from './bundle.js';
import { DocumentFiles } from './document-files.js';

/**
 * Reads an OpenAPI 3.0 or 3.1 or a Swagger 2.0 document, YAML or JSON, with all files it refers to.
 *
 * @param givenPath the first file
 * @param folder where all files lie, or below; by default the folder of the first one
 * @throws READ_…, DOCUMENT_KIND, DOCUMENT_VERSION, DOCUMENT_STRUCTURE, REFERENCE_…
 */
export function readDocument(givenPath: string, folder?: string): Document {
  const path = slashed(givenPath);
  const files = new DocumentFiles(path, folder === undefined ? undefined : slashed(folder));
  return documentOf(path, files.content(path), (root) => bundle(files, root));
}

/** Returns the document with another version in `info`, if one is given. */
export function withVersion(document: Document, version: string | undefined): Document {
  if (version === undefined || version === document.version) return document;
  const info = get(document.root, 'info');
  const root = { ...document.root, info: { ...(isObject(info) && info), version } };
  return { ...document, version, root };
}
