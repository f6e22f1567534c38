/** Normalizes a document to the IR, which is independent of OpenAPI. */
import type { Document } from '../document/index.js';
import type { Api } from '../ir/index.js';
import { rejectEndlessSchemas } from './reject-endless-schemas.js';
import { grouped, groupsOf } from './groups.js';
import { completeRecords } from './inherited-fields.js';
import { readInheritance } from './inheritance.js';
import { withInputVariants } from './input-variants.js';
import { extensionsOf, notesOf } from './notes.js';
import { operationsOf } from './operations.js';
import { TypeReader } from './type-reader.js';
import { NamedSchemas } from './named-schemas.js';
import { Source } from './source.js';
import { stateSetsOf } from './state-sets.js';

/** Returns the API that a document describes. @throws DOCUMENT_STRUCTURE, REFERENCE_MISSING, REFERENCE_CYCLE */
export function normalize(document: Document): Api {
  const source = new Source(document);
  const components = source.swagger ? source.root : source.child(source.root, 'components');
  const definitions =
    components === undefined ? [] : source.entries(components, source.swagger ? 'definitions' : 'schemas');
  const schemas = new NamedSchemas(Object.fromEntries(definitions.map(([name, node]) => [name, node.value])));
  const reader = new TypeReader(source, schemas);
  for (const [name, node] of definitions) schemas.define(name, reader.type(node, name), notesOf(node.value));
  const groups = groupsOf(source);
  const read = operationsOf(reader, groups);
  rejectEndlessSchemas(schemas.all(), source);
  completeRecords(schemas);
  readInheritance(definitions, schemas, source);
  const operations = withInputVariants(schemas, read);
  const extensions = extensionsOf(source.root.value);
  const info = source.child(source.root, 'info');
  const description = info && source.text(info, 'description')?.trim();
  return {
    version: document.version,
    title: (info && source.text(info, 'title')) ?? '',
    ...(description && { description }),
    ...addressOf(source),
    groups,
    operations,
    schemas: grouped(schemas.all(), operations, groups),
    stateSets: stateSetsOf(source),
    ...(extensions && { extensions }),
  };
}

function addressOf(source: Source): Pick<Api, 'origin' | 'basePath' | 'schemes'> {
  if (source.swagger) {
    const schemes = source.texts(source.root, 'schemes');
    const host = source.text(source.root, 'host') ?? (schemes.length > 0 ? 'localhost' : '');
    return {
      ...(host !== '' && { origin: `${schemes[0] ?? 'https'}://${host}` }),
      basePath: withoutTrailingSlash(source.text(source.root, 'basePath') ?? ''),
      schemes,
    };
  }
  const urls = source.entries(source.root, 'servers').map(([, server]) => source.text(server, 'url') ?? '');
  const schemes = urls.flatMap((url) => /^([a-z][a-z0-9+.-]*):\/\//i.exec(url)?.[1] ?? []);
  const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/]+/i.exec(urls[0] ?? '')?.[0];
  const path = urls[0]?.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '') ?? '';
  return { ...(origin && { origin }), basePath: withoutTrailingSlash(path), schemes: [...new Set(schemes)] };
}

// Every path starts with a slash.
function withoutTrailingSlash(basePath: string): string {
  return basePath.replace(/\/$/, '');
}
