/** A document of a next version, which nobody has published: its differences from the present one are drawn by a seed. */

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
 * @param {{ readonly operations?: readonly string[], readonly schemas?: readonly string[] }} [kept] the operations and schemas that stay,
 *   because a program uses them
 * @returns {NextDocument}
 */
export function nextDocument(
  present,
  version,
  seed,
  { operations: keptOperations = [], schemas: keptSchemas = [] } = {},
) {
  const document = structuredClone(present);
  const random = numbersOf(seed);
  /** @type {<T>(values: readonly T[]) => T | undefined} */
  const drawn = (values) => values[Math.floor(random() * values.length)];
  /** @type {string[]} */
  const differences = [];
  /** @type {Record<string, unknown>} */
  const samples = {};
  let count = 0;
  const newName = () => `Drawn${Math.floor(random() * 1e6)}x${count++}`;
  const schemas = Object.entries(/** @type {Record<string, Node>} */ (document['components']?.schemas ?? {})).filter(
    ([name, schema]) => schema['properties'] !== undefined && !keptSchemas.includes(name),
  );
  /** @param {readonly [string, Node]} entry */
  const isInput = ([name]) => /(Input|Request)$/.test(name);
  const operations = Object.entries(/** @type {Record<string, Node>} */ (document['paths'])).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => operation?.operationId !== undefined)
      .map(([method, operation]) => ({ path, method, operation })),
  );
  const properties = schemas.flatMap(([name, schema]) =>
    Object.entries(/** @type {Record<string, Node>} */ (schema['properties'])).map(([property, type]) => {
      const isRequired = schema['required']?.includes(property) === true;
      return { name, schema, property, type, isRequired, isInput: isInput([name, schema]) };
    }),
  );
  const scalars = properties.filter(
    ({ type }) => ['string', 'integer', 'boolean'].includes(type['type']) && !type['enum'],
  );

  /** @type {Record<string, () => string | undefined>} */
  const kinds = {
    'a property of a response': () =>
      added(
        schemas.filter((entry) => !isInput(entry)),
        { type: 'string' },
      ),
    'a property of a response that is always sent': () =>
      added(
        schemas.filter((entry) => !isInput(entry)),
        { type: 'integer' },
        7,
      ),
    'a property of a request': () => added(schemas.filter(isInput), { type: 'boolean' }),
    'a schema': () => {
      const name = newName();
      document['components'].schemas[name] = { type: 'object', properties: { Size: { type: 'integer' } } };
      return added(
        schemas.filter((entry) => !isInput(entry)),
        { $ref: `#/components/schemas/${name}` },
      );
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
      const found = drawn(operations.filter(({ operation }) => !keptOperations.includes(operation.operationId)));
      if (found === undefined) return undefined;
      const { [found.method]: _, ...others } = document['paths'][found.path];
      if (Object.keys(others).some((key) => key !== 'parameters')) document['paths'][found.path] = others;
      else delete document['paths'][found.path];
      return found.operation.operationId;
    },
    'a removed property': () => removed(scalars.filter((one) => !one.isRequired && !one.isInput)),
    'a removed property that was always sent': () => removed(scalars.filter((one) => one.isRequired && !one.isInput)),
    'a renamed property': () => {
      const found = drawn(
        scalars.filter((one) => !one.isRequired && !one.isInput && one.schema['properties'][one.property]),
      );
      if (found === undefined) return undefined;
      const name = newName();
      found.schema['properties'][name] = found.type;
      delete found.schema['properties'][found.property];
      return `${found.name}.${found.property} to ${name}`;
    },
    'a value of an enum': () => {
      const found = drawn(
        properties.filter(({ type, schema, property }) => type['enum']?.length > 1 && schema['properties'][property]),
      );
      if (found === undefined) return undefined;
      samples[found.property] = found.type['enum'][0];
      found.type['enum'] = [...found.type['enum'], newName().toLowerCase()];
      return `${found.name}.${found.property}`;
    },
  };

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

  /** @param {typeof properties} candidates */
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

/** Numbers from 0 to 1, the same for the same seed (mulberry32). @param {number} seed */
function numbersOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
