/** A document of a next version, which nobody has published: its differences from the present one are drawn by a seed. */
import { randomOf } from '@lading/runtime-values';

/** @typedef {Record<string, any>} Node */
/** @typedef {readonly [name: string, schema: Node]} Named */

/**
 * Draws one difference of each kind.
 *
 * @param {Node} present an OpenAPI 3.1 document
 * @param {string} version
 * @param {number} seed
 * @param {{ readonly operations?: readonly string[], readonly schemas?: readonly string[], readonly isUsed?: (name: string) => boolean }} kept
 *   what stays, because a program uses it: operation IDs, schemas; `isUsed`: whether code outside of the document has the name of a property
 *   or of a method
 * @returns {{ readonly document: Node, readonly differences: readonly string[], readonly samples: Readonly<Record<string, unknown>> }}
 *   `differences`: what was drawn, in words; `samples`: a value of each property that a version always has or whose values it lacks, by name
 */
export function nextDocument(
  present,
  version,
  seed,
  { operations: keptOperations = [], schemas = [], isUsed = () => false },
) {
  const document = structuredClone(present);
  const random = randomOf(seed, '');
  /** @type {<T>(values: readonly T[]) => T | undefined} */
  const drawn = (values) => random.pick(values);
  /** @type {Record<string, unknown>} */
  const samples = {};
  let count = 0;
  const newName = () => `Drawn${random.below(1e6)}x${count++}`;

  const operations = Object.entries(/** @type {Record<string, Node>} */ (document['paths'])).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      operation?.operationId === undefined ? [] : [{ path, method, operation, id: String(operation.operationId) }],
    ),
  );
  const free = operations.filter(({ id }) => !keptOperations.includes(id));
  const all = operations.map(({ operation }) => operation);
  const requested = reached(
    document,
    all.map(({ requestBody, parameters }) => [requestBody, parameters]),
  );
  const responded = reached(
    document,
    all.map(({ responses }) => responses),
  );
  /** @param {readonly Named[]} some */
  const inResponses = (some) => some.filter(([name]) => responded.has(name) && !requested.has(name));
  /** @type {readonly Named[]} */
  const named = Object.entries(document['components']?.schemas ?? {});
  const objects = named.filter(([, schema]) => schema['properties'] !== undefined);
  // A property that is always sent, and one that is no longer sent, would be missing in what a program has stated.
  const changeable = inResponses(objects.filter(([name]) => !schemas.includes(name)));
  /** @type {readonly Named[]} */
  const bodies = operations.flatMap(({ id, operation }) => {
    const schema = operation.requestBody?.content?.['application/json']?.schema;
    return schema?.properties === undefined ? [] : [/** @type {const} */ ([id, schema])];
  });
  const scalars = changeable.flatMap(([name, schema]) =>
    Object.entries(/** @type {Record<string, Node>} */ (schema['properties']))
      .filter(([own, type]) => type['type'] in empty && !type['enum'] && !isUsed(own))
      .map(([property, type]) => ({ name, schema, property, type })),
  );
  const enums = named.filter(([, schema]) => schema['type'] === 'string' && schema['enum']?.length > 1);
  const sized = () => ({ type: 'object', properties: { Size: { type: 'integer' } } });

  /** @type {Record<string, () => string | undefined>} */
  const kinds = {
    'a property of a response': () => added(inResponses(objects), { type: 'string' }),
    'a property of a response that is always sent': () => added(changeable, { type: 'integer' }, 7),
    'a property of a request': () =>
      added([...objects.filter(([name]) => requested.has(name)), ...bodies], { type: 'boolean' }),
    'a schema': () => {
      const name = newName();
      document['components'].schemas[name] = sized();
      return added(inResponses(objects), { $ref: `#/components/schemas/${name}` });
    },
    'a parameter': () => {
      const found = drawn(free.filter(({ method }) => method === 'get'));
      if (found === undefined) return undefined;
      const parameter = { name: newName(), in: 'query', schema: { type: 'boolean' } };
      found.operation.parameters = [...(found.operation.parameters ?? []), parameter];
      return `${parameter.name} of ${found.id}`;
    },
    'an operation': () => {
      const name = newName();
      const responses = { 200: { description: 'The size.', content: { 'application/json': { schema: sized() } } } };
      const tags = drawn(operations)?.operation.tags ?? [];
      const get = { operationId: `${name}Inspect`, tags, summary: 'Get a size', responses };
      document['paths'][`/${name.toLowerCase()}`] = { get };
      return get.operationId;
    },
    'a removed operation': () => {
      const found = drawn(free.filter(({ id }) => !isUsed(id) && !isUsed(methodOf(id))));
      if (found === undefined) return undefined;
      const { [found.method]: _, ...others } = document['paths'][found.path];
      if (Object.keys(others).some((key) => key !== 'parameters')) document['paths'][found.path] = others;
      else delete document['paths'][found.path];
      return found.id;
    },
    'a removed property': () => removed(false),
    'a removed property that was always sent': () => removed(true),
    'a renamed property': () => removed(false, newName()),
    'a value of an enum of responses': () => addedValue(inResponses(enums)),
    'a value of an enum of requests': () => addedValue(enums.filter(([name]) => requested.has(name))),
  };

  /** @param {readonly Named[]} candidates */
  function addedValue(candidates) {
    const [name = '', schema] = drawn(candidates) ?? [];
    if (schema === undefined) return undefined;
    for (const property of propertiesOf(document, name)) samples[property] ??= schema['enum'][0];
    const value = newName().toLowerCase();
    schema['enum'] = [...schema['enum'], value];
    if (schema['x-enumDescriptions']) schema['x-enumDescriptions'][value] = 'Drawn.';
    return `${name} ${value}`;
  }

  /** @param {readonly Named[]} candidates @param {Node} type @param {unknown} [sample] of a required one */
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

  /** Removes a property, or gives it another name. @param {boolean} isRequired @param {string} [to] */
  function removed(isRequired, to) {
    const left = scalars.filter(({ schema, property }) => schema['properties'][property] !== undefined);
    const found = drawn(left.filter((one) => (one.schema['required']?.includes(one.property) ?? false) === isRequired));
    if (found === undefined) return undefined;
    const { name, schema, property, type } = found;
    delete schema['properties'][property];
    if (to !== undefined) schema['properties'][to] = type;
    else samples[property] = empty[/** @type {keyof typeof empty} */ (type['type'])];
    const required = schema['required']?.filter((/** @type {string} */ one) => one !== property);
    if (required?.length > 0) schema['required'] = required;
    else delete schema['required'];
    return `${name}.${property}${to === undefined ? '' : ` to ${to}`}`;
  }

  const differences = Object.entries(kinds).flatMap(([kind, draw]) => {
    const what = draw();
    return what === undefined ? [] : [`${kind}: ${what}`];
  });
  document['info'].version = version;
  const text = JSON.stringify(document.servers ?? []).replaceAll(`/v${present['info'].version}`, `/v${version}`);
  if (document['servers']) document['servers'] = JSON.parse(text);
  return { document, differences, samples };
}

/** The types of properties that are removed, and a value of each. */
const empty = { string: '', integer: 0, boolean: false };

/** Returns the names of the schemas that nodes of a document reach. @param {Node} document @param {unknown} start */
function reached(document, start) {
  /** @type {Set<string>} */
  const names = new Set();
  /** @param {unknown} node */
  function visit(node) {
    if (typeof node !== 'object' || node === null) return;
    const [, name] = /^#\/components\/schemas\/(.+)$/.exec(/** @type {Node} */ (node)['$ref'] ?? '') ?? [];
    if (name !== undefined && !names.has(name)) {
      names.add(name);
      visit(document['components'].schemas[name]);
    }
    for (const child of Object.values(node)) visit(child);
  }
  visit(start);
  return names;
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
  const lower = (/** @type {string} */ text) => text.charAt(0).toLowerCase() + text.slice(1);
  return id.replace(/^([A-Z][a-z]*)([A-Z].*)$/, (_, group, method) => `${lower(group)}.${lower(method)}`);
}
