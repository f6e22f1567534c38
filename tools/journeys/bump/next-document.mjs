/** A document of a next version, which nobody has published: its differences from the present one are drawn by a seed. */
import { randomOf } from '@lading/runtime-values';
import { reachedSchemas } from './reached-schemas.mjs';

/** @typedef {Record<string, any>} Node */

/**
 * @typedef {object} NextDocument
 * @property {Node} document
 * @property {readonly string[]} differences what was drawn, in words
 * @property {Readonly<Record<string, unknown>>} samples a value of each property that a version always has or whose values it lacks, by name
 */

/**
 * Draws one difference of each kind.
 *
 * @param {Node} present an OpenAPI 3.1 document
 * @param {string} version
 * @param {number} seed
 * @param {object} [kept] what stays, because a program uses it
 * @param {readonly string[]} [kept.operations] operation IDs
 * @param {readonly string[]} [kept.schemas]
 * @param {(name: string) => boolean} [kept.isUsed] whether code outside of the document has the name of a property or of a method
 * @returns {NextDocument}
 */
export function nextDocument(
  present,
  version,
  seed,
  { operations: keptOperations = [], schemas: keptSchemas = [], isUsed = () => false } = {},
) {
  const document = structuredClone(present);
  const random = randomOf(seed, '');
  /** @type {<T>(values: readonly T[]) => T | undefined} */
  const drawn = (values) => random.pick(values);
  /** @type {string[]} */
  const differences = [];
  /** @type {Record<string, unknown>} */
  const samples = {};
  let count = 0;
  const newName = () => `Drawn${random.below(1e6)}x${count++}`;
  const { requested, responded } = reachedSchemas(document);
  const all = Object.entries(/** @type {Record<string, Node>} */ (document['components']?.schemas ?? {}));
  const objects = all.filter(([, schema]) => schema['properties'] !== undefined);
  /** A property that is always sent, and one that is no longer sent, would be missing in what a program has stated. */
  const changeable = objects.filter(([name]) => !keptSchemas.includes(name));
  /** @param {readonly (readonly [string, Node])[]} entries */
  const inResponses = (entries) => entries.filter(([name]) => responded.has(name) && !requested.has(name));
  const operations = Object.entries(/** @type {Record<string, Node>} */ (document['paths'])).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => operation?.operationId !== undefined)
      .map(([method, operation]) => ({ path, method, operation })),
  );
  const inRequests = [
    ...objects.filter(([name]) => requested.has(name)),
    ...operations.flatMap(({ operation }) => {
      const schema = operation.requestBody?.content?.['application/json']?.schema;
      return schema?.properties === undefined ? [] : [/** @type {const} */ ([operation.operationId, schema])];
    }),
  ];
  const scalars = inResponses(changeable).flatMap(([name, schema]) =>
    Object.entries(/** @type {Record<string, Node>} */ (schema['properties']))
      .filter(
        ([name, type]) => ['string', 'integer', 'boolean'].includes(type['type']) && !type['enum'] && !isUsed(name),
      )
      .map(([property, type]) => {
        const isRequired = schema['required']?.includes(property) === true;
        return { name, schema, property, type, isRequired };
      }),
  );
  const enums = all.filter(([, schema]) => schema['type'] === 'string' && schema['enum']?.length > 1);

  /** @type {Record<string, () => string | undefined>} */
  const kinds = {
    'a property of a response': () => added(inResponses(objects), { type: 'string' }),
    'a property of a response that is always sent': () => added(inResponses(changeable), { type: 'integer' }, 7),
    'a property of a request': () => added(inRequests, { type: 'boolean' }),
    'a schema': () => {
      const name = newName();
      document['components'].schemas[name] = { type: 'object', properties: { Size: { type: 'integer' } } };
      return added(inResponses(objects), { $ref: `#/components/schemas/${name}` });
    },
    'a parameter': () => {
      const found = drawn(
        operations.filter(
          ({ method, operation }) => method === 'get' && !keptOperations.includes(operation.operationId),
        ),
      );
      if (found === undefined) return undefined;
      const name = newName();
      found.operation.parameters = [
        ...(found.operation.parameters ?? []),
        { name, in: 'query', schema: { type: 'boolean' } },
      ];
      return `${name} of ${found.operation.operationId}`;
    },
    'an operation': () => {
      const name = newName();
      const schema = { type: 'object', properties: { Size: { type: 'integer' } } };
      const tags = drawn(operations)?.operation.tags ?? [];
      const responses = { 200: { description: 'The size.', content: { 'application/json': { schema } } } };
      document['paths'][`/${name.toLowerCase()}`] = {
        get: { operationId: `${name}Inspect`, tags, summary: 'Get a size', responses },
      };
      return `${name}Inspect`;
    },
    'a removed operation': () => {
      const found = drawn(
        operations.filter(
          ({ operation: { operationId: id } }) => !keptOperations.includes(id) && !isUsed(id) && !isUsed(methodOf(id)),
        ),
      );
      if (found === undefined) return undefined;
      const { [found.method]: _, ...others } = document['paths'][found.path];
      if (Object.keys(others).some((key) => key !== 'parameters')) document['paths'][found.path] = others;
      else delete document['paths'][found.path];
      return found.operation.operationId;
    },
    'a removed property': () => removed(scalars.filter((one) => !one.isRequired)),
    'a removed property that was always sent': () => removed(scalars.filter((one) => one.isRequired)),
    'a renamed property': () => {
      const found = drawn(scalars.filter((one) => !one.isRequired && one.schema['properties'][one.property]));
      if (found === undefined) return undefined;
      const name = newName();
      found.schema['properties'][name] = found.type;
      delete found.schema['properties'][found.property];
      return `${found.name}.${found.property} to ${name}`;
    },
    'a value of an enum of responses': () => addedValue(inResponses(enums)),
    'a value of an enum of requests': () => addedValue(enums.filter(([name]) => requested.has(name))),
  };

  /** @param {readonly (readonly [string, Node])[]} candidates */
  function addedValue(candidates) {
    const [name, schema] = drawn(candidates) ?? [];
    if (schema === undefined) return undefined;
    for (const property of propertiesOf(document, name ?? '')) samples[property] ??= schema['enum'][0];
    const value = newName().toLowerCase();
    schema['enum'] = [...schema['enum'], value];
    if (schema['x-enumDescriptions']) schema['x-enumDescriptions'][value] = 'Drawn.';
    return `${name} ${value}`;
  }

  /** @param {readonly (readonly [string, Node])[]} candidates @param {Node} type @param {unknown} [sample] of a required one */
  function added(candidates, type, sample) {
    const [name, schema] = drawn(candidates) ?? [];
    if (schema === undefined) return undefined;
    const property = newName();
    schema['properties'][property] = type;
    if (sample !== undefined) {
      schema['required'] = [...(schema['required'] ?? []), property];
      samples[property] = sample;
    }
    return `${name}.${property}`;
  }

  /** @param {typeof scalars} candidates */
  function removed(candidates) {
    const found = drawn(candidates.filter(({ schema, property }) => schema['properties'][property] !== undefined));
    if (found === undefined) return undefined;
    delete found.schema['properties'][found.property];
    const required = found.schema['required']?.filter((/** @type {string} */ name) => name !== found.property);
    if (required?.length > 0) found.schema['required'] = required;
    else delete found.schema['required'];
    samples[found.property] = { string: '', integer: 0, boolean: false }[/** @type {'string'} */ (found.type['type'])];
    return `${found.name}.${found.property}`;
  }

  for (const [kind, draw] of Object.entries(kinds)) {
    const what = draw();
    if (what !== undefined) differences.push(`${kind}: ${what}`);
  }
  document['info'].version = version;
  const text = JSON.stringify(document.servers ?? []).replaceAll(`/v${present['info'].version}`, `/v${version}`);
  if (document['servers']) document['servers'] = JSON.parse(text);
  return { document, differences, samples };
}

/** Returns the names of the properties that have a schema, or arrays of it. @param {unknown} node @param {string} name @returns {readonly string[]} */
function propertiesOf(node, name) {
  if (typeof node !== 'object' || node === null) return [];
  const own = Object.entries(/** @type {Node} */ (node)['properties'] ?? {});
  const ref = JSON.stringify({ $ref: `#/components/schemas/${name}` });
  return [
    ...own.filter(([, type]) => JSON.stringify(type).includes(ref)).map(([property]) => property),
    ...Object.values(node).flatMap((child) => propertiesOf(child, name)),
  ];
}

/** Returns the name that a client has for an operation: `volume.delete` for `VolumeDelete`. @param {string} id */
function methodOf(id) {
  return id.replace(
    /^([A-Z][a-z]*)([A-Z].*)$/,
    (_, group, method) => `${uncapitalized(group)}.${uncapitalized(method)}`,
  );
}

/** @param {string} text */
function uncapitalized(text) {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
