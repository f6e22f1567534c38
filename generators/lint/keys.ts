/** The objects of a document: their keys in each edition, and the types of the values. */
import { get, isArray, isObject, type Json } from '../document/index.js';
import type { Inventory } from './inventory.js';
import type { DocumentSite } from './site.js';

/**
 * Keys by the types of their values, in the words of messages: a `text` may be a number without quotes, and a `schema` true or
 * false. The key `*` stands for names of the document.
 */
type Keys = Readonly<Record<string, string>>;

/** Objects of one kind, with the types of the values of each key. */
interface KnownObjects {
  /** What messages call them: `path items`. */
  readonly kind: string;
  readonly sites: readonly DocumentSite[];
  readonly types: ReadonlyMap<string, string>;
}

/** The keywords of all editions, which every edition reads. */
const schema: Keys = {
  string: '$ref contentEncoding contentMediaType $id $schema $anchor $dynamicRef $dynamicAnchor $recursiveRef $comment',
  text: 'title description format pattern',
  number: 'minLength maxLength minimum maximum minItems maxItems minContains maxContains minProperties maxProperties',
  'number above 0': 'multipleOf',
  boolean: 'nullable deprecated readOnly writeOnly uniqueItems $recursiveAnchor',
  'boolean or a number': 'exclusiveMinimum exclusiveMaximum',
  array: 'enum allOf oneOf anyOf prefixItems examples',
  object:
    'properties patternProperties dependentSchemas dependentRequired $defs definitions xml externalDocs $vocabulary',
  schema:
    'additionalProperties additionalItems not if then else contains propertyNames contentSchema unevaluatedItems unevaluatedProperties',
  'schema or an array': 'items',
  'string or an object': 'discriminator',
  '': 'type example default const id',
};
/** The extensions with a meaning, which are allowed everywhere. */
const extensions: Keys = {
  boolean: 'x-nullable x-lading-open-enum x-lading-slashes x-lading-text x-lading-undeclared',
  array: 'x-lading-sentinels x-lading-rules x-lading-example-order',
  object: 'x-lading-stream x-lading-state-sets',
  text: 'x-lading-since x-lading-until x-lading-deprecated-since x-lading-deprecated-use x-lading-differs',
  string: 'x-lading-style x-lading-method',
  '': 'x-lading-pagination',
};
const example = { '': 'example', 'object or an array': 'examples' };
const methods = 'get put post delete options head patch trace';
const serialized: Keys = {
  ...example,
  text: 'description',
  string: 'style',
  boolean: 'required deprecated allowEmptyValue explode allowReserved',
  schema: 'schema',
  object: 'content',
};

const everywhere: Readonly<Record<string, Keys>> = {
  streams: { string: 'kind', boolean: 'wholeEvents' },
  'the info': { text: 'title summary description version termsOfService', object: 'contact license' },
  contact: { text: 'name url email' },
  license: { text: 'name url identifier' },
  tags: { text: 'name summary description parent kind', object: 'externalDocs' },
  'external documentation': { text: 'url description' },
};

/** The keys of the objects whose loss changes what is generated; those of all editions of OpenAPI 3 are one list. */
const ofSwagger: Readonly<Record<string, Keys>> = {
  ...everywhere,
  'the document': {
    text: 'swagger host basePath',
    object: 'info paths definitions parameters responses securityDefinitions externalDocs',
    array: 'schemes consumes produces security tags',
  },
  'path items': { string: '$ref', array: 'parameters', object: methods },
  operations: {
    text: 'summary description operationId',
    boolean: 'deprecated',
    array: 'tags parameters security consumes produces schemes',
    object: 'externalDocs responses',
  },
  // Parameters and headers are schemas themselves.
  parameters: {
    ...schema,
    text: `${schema['text']} name in`,
    string: `${schema['string']} collectionFormat`,
    boolean: `${schema['boolean']} required allowEmptyValue`,
    schema: `${schema['schema']} schema`,
  },
  headers: { ...schema, string: `${schema['string']} collectionFormat` },
  schemas: { ...schema, array: `${schema['array']} required` },
  responses: { text: 'description', schema: 'schema', object: 'headers examples' },
  'security schemes': {
    text: 'description name',
    string: 'type in flow authorizationUrl tokenUrl',
    object: 'scopes',
  },
};
const ofOpenApi: Readonly<Record<string, Keys>> = {
  ...everywhere,
  'the document': {
    text: 'openapi jsonSchemaDialect $self',
    object: 'info paths webhooks components externalDocs',
    array: 'servers security tags',
  },
  components: {
    object:
      'schemas responses parameters examples requestBodies headers securitySchemes links callbacks pathItems mediaTypes',
  },
  'path items': {
    string: '$ref',
    text: 'summary description',
    array: 'servers parameters',
    object: `additionalOperations query ${methods}`,
  },
  operations: {
    text: 'summary description operationId',
    boolean: 'deprecated',
    array: 'tags parameters security servers',
    object: 'externalDocs responses requestBody callbacks',
  },
  parameters: { ...serialized, text: 'name in description' },
  headers: serialized,
  schemas: { ...schema, array: `${schema['array']} required` },
  'request bodies': { text: 'description', boolean: 'required', object: 'content' },
  'media types': { ...example, schema: 'schema itemSchema', object: 'encoding itemEncoding', array: 'prefixEncoding' },
  parts: {
    string: 'contentType style',
    boolean: 'explode allowReserved',
    object: 'headers encoding itemEncoding',
    array: 'prefixEncoding',
  },
  responses: { text: 'summary description', object: 'headers content links' },
  links: { text: 'description', string: 'operationRef operationId', object: 'parameters server', '': 'requestBody' },
  examples: { text: 'summary description', string: 'externalValue serializedValue', '': 'value dataValue' },
  servers: { text: 'name url description', object: 'variables' },
  'server variables': { text: 'default description', array: 'enum' },
  'dependent properties': { array: '*' },
  discriminators: { string: 'propertyName defaultMapping', object: 'mapping' },
  'mappings of discriminators': { string: '*' },
  'security schemes': {
    text: 'description name',
    string: 'type in scheme bearerFormat openIdConnectUrl oauth2MetadataUrl',
    boolean: 'deprecated',
    object: 'flows',
  },
  'flows of security schemes': {
    object: 'implicit password clientCredentials authorizationCode deviceAuthorization',
  },
  'OAuth flows': { string: 'authorizationUrl deviceAuthorizationUrl tokenUrl refreshUrl', object: 'scopes' },
};

const objectsByInventory = new WeakMap<Inventory, readonly KnownObjects[]>();

/** Returns the objects whose keys are known, in the order in which findings are shown. */
export function knownObjects(inventory: Inventory): readonly KnownObjects[] {
  const objects = objectsByInventory.get(inventory) ?? findObjects(inventory);
  objectsByInventory.set(inventory, objects);
  return objects;
}

function findObjects(inventory: Inventory): readonly KnownObjects[] {
  const { dialect, root, parameters, schemas, headers, bodies, responses, media, follow } = inventory;
  const document = { path: [], value: root };
  const all = (site: DocumentSite, key: string) => sitesIn(site, key).flatMap((one) => follow(one) ?? []);
  const components = siteIn(document, 'components');
  const securitySchemes = [...components, document].flatMap((one) =>
    ['securitySchemes', 'securityDefinitions'].flatMap((key) => all(one, key)),
  );
  const discriminators = schemas.flatMap((one) => siteIn(one, 'discriminator'));
  const info = siteIn(document, 'info');
  const tags = listed(document, 'tags');
  const { callbackItems } = inventory;
  const items = [...['paths', 'webhooks'].flatMap((key) => all(document, key)), ...callbackItems];
  const ofCallbacks = callbackItems.flatMap((one) => `query ${methods}`.split(' ').flatMap((key) => siteIn(one, key)));
  const operations = [...inventory.operations, ...ofCallbacks];
  const servers = [document, ...items, ...operations].flatMap((one) => listed(one, 'servers'));
  const sites: Readonly<Record<string, readonly DocumentSite[]>> = {
    'the document': [document],
    'the info': info,
    contact: info.flatMap((one) => siteIn(one, 'contact')),
    license: info.flatMap((one) => siteIn(one, 'license')),
    tags,
    'external documentation': [document, ...tags, ...operations, ...schemas].flatMap((one) =>
      siteIn(one, 'externalDocs'),
    ),
    servers,
    'server variables': servers.flatMap((one) => sitesIn(one, 'variables')),
    components,
    'path items': items,
    operations,
    parameters,
    headers,
    'request bodies': bodies,
    'media types': media,
    examples: [...media, ...parameters, ...headers].flatMap((one) => all(one, 'examples')),
    parts: media.flatMap((one) => all(one, 'encoding')),
    responses,
    streams: [...responses, ...media].flatMap((one) => siteIn(one, 'x-lading-stream')),
    links: responses.flatMap((one) => all(one, 'links')),
    schemas: schemas.filter(({ kind }) => kind === 'schema'),
    'dependent properties': schemas.flatMap((one) => siteIn(one, 'dependentRequired')),
    discriminators,
    'mappings of discriminators': discriminators.flatMap((one) => siteIn(one, 'mapping')),
    'security schemes': securitySchemes,
    'flows of security schemes': securitySchemes.flatMap((one) => siteIn(one, 'flows')),
    'OAuth flows': securitySchemes.flatMap((one) => sitesIn(one, 'flows')),
  };
  const edition = dialect === 'swagger-2.0' ? ofSwagger : ofOpenApi;
  return Object.entries(sites).flatMap(([kind, each]) => {
    const keys = edition[kind];
    return keys === undefined ? [] : [{ kind, sites: each, types: typesOf(keys) }];
  });
}

function typesOf(keys: Keys): ReadonlyMap<string, string> {
  const all = [...Object.entries(extensions), ...Object.entries(keys)];
  return new Map(all.flatMap(([type, names]) => names.split(' ').map((name) => [name, type] as const)));
}

/** The types of JSON values, by the words of messages: most values are strings, of which each would be taken apart otherwise. */
const kindsByType = new Map<string, ReadonlySet<string>>();

/** Whether a value has the type of its key. Nothing at a key is the same as no key. */
export function hasType(value: Json, type: string): boolean {
  if (type === '' || value === null) return true;
  const kinds =
    kindsByType.get(type) ??
    new Set(type.replace('schema', 'object boolean').replace('text', 'string number').split(' '));
  kindsByType.set(type, kinds);
  const isPossible = typeof value !== 'number' || value > 0 || !kinds.has('above');
  return kinds.has(isArray(value) ? 'array' : typeof value) && isPossible;
}

/** Returns a value that is read as text: a string, or the digits or the word of another scalar. */
export function textOf(value: Json | undefined): string | undefined {
  return value === undefined || value === null || typeof value === 'object' ? undefined : String(value);
}

/** Returns a value in a sentence: text as it is, others as JSON. */
export function shown(value: Json | undefined): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');
}

export function isExtension(key: string): boolean {
  return /^x-/i.test(key);
}

/** Whether a key is an extension of others. */
export function isForeign(key: string): boolean {
  return isExtension(key) && !key.startsWith('x-lading-');
}

export function siteIn({ path, value }: DocumentSite, key: string): readonly DocumentSite[] {
  const inner = get(value, key);
  return isObject(inner) ? [{ path: [...path, key], value: inner }] : [];
}

/** The objects of an array at a key. */
function listed({ path, value }: DocumentSite, key: string): readonly DocumentSite[] {
  const list = get(value, key);
  return (isArray(list) ? list : []).flatMap((one, index) =>
    isObject(one) ? [{ path: [...path, key, String(index)], value: one }] : [],
  );
}

/** The objects at a key, without extensions. */
export function sitesIn(site: DocumentSite, key: string): readonly DocumentSite[] {
  return siteIn(site, key).flatMap((holder) =>
    Object.keys(holder.value).flatMap((name) => (isExtension(name) ? [] : siteIn(holder, name))),
  );
}
