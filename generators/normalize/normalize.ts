/** Normalizes a document to the IR, which is independent of OpenAPI. */
import { createRequire } from 'node:module';
import { type Document, get, isArray, isObject, type Json, type JsonObject } from '../document/index.js';
import { everyOperation, type Api, type Contact, type License, type StateSet, type Transition } from '../ir/index.js';
import { grouped, groupsOf } from './groups.js';
import { readInheritance } from './inheritance.js';
import { completeRecords } from './inherited-fields.js';
import { withInputVariants } from './input-variants.js';
import { NamedSchemas } from './named-schemas.js';
import { extensionsOf, externalDocsOf, notesOf } from './notes.js';
import type { OlderOperation } from './operation-identities.js';
import { operationsOf } from './operations.js';
import { withPagination } from './pagination.js';
import { rejectEndlessSchemas } from './reject-endless-schemas.js';
import { securitySchemesOf } from './security.js';
import { serversOf } from './servers.js';
import { Source, type Node } from './source.js';
import { TypeReader } from './type-reader.js';

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
  const summary = info && source.text(info, 'summary')?.trim();
  const license = info && licenseOf(source, info);
  return {
    version: document.version,
    title: (info && source.text(info, 'title')) ?? '',
    ...(summary && { summary }),
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

/** Whom to ask about an API, and its terms of service: `info.contact` and `info.termsOfService`. */
function contactOf(source: Source, info: Node): Pick<Api, 'contact' | 'termsOfService'> {
  const node = get(info.value, 'contact') === undefined ? undefined : source.child(info, 'contact');
  const [name, url, email] = ['name', 'url', 'email'].map((key) => node && source.text(node, key));
  const contact: Contact = { ...(name && { name }), ...(url && { url }), ...(email && { email }) };
  const termsOfService = source.text(info, 'termsOfService');
  return {
    ...(Object.keys(contact).length > 0 && { contact }),
    ...(termsOfService && { termsOfService }),
  };
}

// Loaded only if a document names a license: it reads all that exist.
const require = createRequire(import.meta.url);

/** A name such as `Apache 2.0` is taken for the SPDX identifier that it means. */
function licenseOf(source: Source, info: Node): License | undefined {
  const license = get(info.value, 'license') === undefined ? undefined : source.child(info, 'license');
  const name = license && (source.text(license, 'name') ?? source.text(license, 'identifier'))?.trim();
  if (license === undefined || !name) return undefined;
  const spdxCorrect = require('spdx-correct') as typeof import('spdx-correct');
  const identifier = spdxCorrect(source.text(license, 'identifier') ?? name, { upgrade: false });
  const url = source.text(license, 'url');
  return { name, ...(identifier !== null && { identifier }), ...(url && { url }) };
}

/** Reads the state sets of a document: `x-lading-state-sets` of its root. */
function stateSetsOf(source: Source): readonly StateSet[] {
  return source.entries(source.root, 'x-lading-state-sets').map(([name, node]) => {
    const description = source.text(node, 'description');
    return {
      name,
      ...(description && { description }),
      fields: source.texts(node, 'fields'),
      values: valuesOf(get(node.value, 'values')),
      transitions: objects(get(node.value, 'transitions')).map(transitionOf),
      rules: source.texts(node, 'rules'),
    };
  });
}

function transitionOf(entry: JsonObject): Transition {
  const stringAt = (key: string) => {
    const value = get(entry, key);
    return value === undefined || value === null ? undefined : String(value);
  };
  const [from, to, on] = [stringAt('from'), stringAt('to'), stringAt('on')];
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }), ...(on !== undefined && { on }) };
}

function valuesOf(values: Json | undefined): StateSet['values'] {
  if (!isObject(values)) return [];
  return Object.entries(values).map(([value, description]) => ({
    value,
    ...(typeof description === 'string' && description !== '' && { description }),
  }));
}

function objects(value: Json | undefined): readonly JsonObject[] {
  return isArray(value) ? value.filter(isObject) : [];
}
