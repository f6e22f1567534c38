/** Normalizes a document to the IR, which is independent of OpenAPI. */
import type { Document } from '../document/index.js';
import { everyOperation, type Api } from '../ir/index.js';
import { rejectEndlessSchemas } from './reject-endless-schemas.js';
import { grouped, groupsOf } from './groups.js';
import { completeRecords } from './inherited-fields.js';
import { contactOf } from './contact.js';
import { licenseOf } from './license.js';
import { readInheritance } from './inheritance.js';
import { withInputVariants } from './input-variants.js';
import { extensionsOf, externalDocsOf, notesOf } from './notes.js';
import type { OlderOperation } from './operation-identities.js';
import { operationsOf } from './operations.js';
import { withPagination } from './pagination.js';
import { TypeReader } from './type-reader.js';
import { NamedSchemas } from './named-schemas.js';
import { securitySchemesOf } from './security.js';
import { serversOf } from './servers.js';
import { Source } from './source.js';
import { stateSetsOf } from './state-sets.js';

/**
 * Returns the API that a document describes.
 *
 * @param older the operations of older versions, those of newer ones first: their identifiers stay theirs
 * @throws DOCUMENT_STRUCTURE, REFERENCE_MISSING, REFERENCE_CYCLE, READ_LIMIT
 */
export function normalize(document: Document, older: readonly OlderOperation[] = []): Api {
  const source = new Source(document);
  const components = source.swagger ? source.root : source.child(source.root, 'components');
  const definitions =
    components === undefined ? [] : source.entries(components, source.swagger ? 'definitions' : 'schemas');
  const schemas = new NamedSchemas(Object.fromEntries(definitions.map(([name, node]) => [name, node.value])), source);
  const reader = new TypeReader(source, schemas);
  for (const [name, node] of definitions) schemas.define(name, reader.type(node, name), notesOf(node.value));
  const groups = groupsOf(source);
  const read = operationsOf(reader, older);
  const externalDocs = externalDocsOf(source.root.value);
  rejectEndlessSchemas(schemas.all(), source);
  completeRecords(schemas, source);
  readInheritance(definitions, schemas, source);
  const { operations, webhooks } = withInputVariants(schemas, read, source);
  const named = schemas.all();
  const paginated = operations.map((operation) => {
    const node = read.nodes.get(operation.id);
    return node === undefined ? operation : withPagination(operation, node, source, named);
  });
  const info = source.child(source.root, 'info');
  const description = info && source.text(info, 'description')?.trim();
  const license = info && licenseOf(source, info);
  return {
    version: document.version,
    title: (info && source.text(info, 'title')) ?? '',
    ...(description && { description }),
    ...(license && { license }),
    ...(info && contactOf(source, info)),
    ...(externalDocs && { externalDocs }),
    servers: serversOf(source, source.root) ?? [],
    securitySchemes: securitySchemesOf(source),
    groups,
    operations: paginated,
    webhooks,
    schemas: grouped(named, everyOperation({ operations, webhooks }), groups),
    stateSets: stateSetsOf(source),
    ...extensionsOf(source.root.value),
  };
}
