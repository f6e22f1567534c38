/** Judges what handlers and clients receive by their documents alone: with ajv, independent of the validation of the generated packages. */
import ajvModule from 'ajv/dist/2020.js';

const Ajv = /** @type {any} */ (ajvModule);

/**
 * @typedef {import('@lading/runtime-wire').OperationContract} OperationContract
 * @typedef {{ path: object, query: object, headers: object, cookies?: object, body?: unknown }} Received
 * @typedef {(value: unknown) => string | undefined} Validate @typedef {{ pointer: string, value: any }} Located
 */

/** The places of parameters, by their names in documents. */
const places = { path: 'path', query: 'query', header: 'headers', cookie: 'cookies' };

/**
 * Returns the judge of the requests of each operation, which returns what the document excludes.
 * @param {any} document OpenAPI 3.0 or 3.1, in one file
 * @returns {(operation: OperationContract) => ((received: Received, mediaType: string) => readonly string[]) | undefined} undefined for an
 *   operation that is not found
 */
export function judgeOf(document) {
  return judgesOf(document, 'readOnly', ({ root, validatorAt, item, operation, at }) => {
    const listed = (pointer, list = []) => list.map((_, index) => resolvedAt(root, `${pointer}/parameters/${index}`));
    const parameters = [...listed(item.pointer, item.value.parameters), ...listed(at, operation.parameters)];
    const body = operation.requestBody && resolvedAt(root, `${at}/requestBody`);
    return (received, mediaType) => [
      ...judgeParameters(parameters, received, validatorAt),
      ...judgeBody(body, received.body, mediaType, validatorAt),
    ];
  });
}

/**
 * Returns the judge of the responses of each operation.
 * @param {any} document
 * @returns {(operation: OperationContract) => ((status: number, body: unknown, mediaType: string) => readonly string[]) | undefined}
 */
export function responseJudgeOf(document) {
  return judgesOf(document, 'writeOnly', ({ root, validatorAt, operation, at }) => (status, body, mediaType) => {
    const declared = operation.responses ?? {};
    const key = [String(status), `${String(status)[0]}XX`, 'default'].find((one) => Object.hasOwn(declared, one));
    if (key === undefined) return [`status ${status} is not declared`];
    const response = resolvedAt(root, `${at}/responses/${key}`);
    if (body === undefined && response.value.content === undefined) return [];
    return judgeBody(response, body, mediaType, validatorAt);
  });
}

/** @param {any} document @param {'readOnly' | 'writeOnly'} optional the keyword of properties that need not be there @param {(found: any) => any} judge */
function judgesOf(document, optional, judge) {
  const root = jsonSchemas(document, String(document.openapi).startsWith('3.0'), optional);
  const options = { strict: false, logger: false, unicodeRegExp: false, validateFormats: false, inlineRefs: false };
  // An object without the property `constructor` inherits one.
  const ajv = new Ajv({ ...options, ownProperties: true });
  ajv.addSchema(root, 'document');
  const compiled = new Map();
  /** @param {string} pointer of a schema @returns {Validate} */
  const validatorAt = (pointer) => {
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `document#${pointer}` });
    compiled.set(pointer, validate);
    return (value) => {
      if (validate(plain(value))) return undefined;
      // The last error is that of the outermost schema.
      const error = validate.errors?.at(-1);
      return `${error?.instancePath} ${error?.message} ${JSON.stringify(error?.params)}`;
    };
  };
  const template = (text) => text.replace(/\{[^}]*\}/g, '{}');
  return ({ method, path }) => {
    const name = Object.keys(root.paths ?? {}).find((one) => template(one) === template(path).replace(/\?.*$/, ''));
    if (name === undefined) return undefined;
    const item = resolvedAt(root, `/paths/${escaped(name)}`);
    const key = method.toLowerCase();
    if (!Object.hasOwn(item.value, key)) return undefined;
    return judge({ root, validatorAt, item, operation: item.value[key], at: `${item.pointer}/${key}` });
  };
}

/** @param {readonly Located[]} parameters @param {Received} received @param {(pointer: string) => Validate} validatorAt */
function judgeParameters(parameters, received, validatorAt) {
  return Object.entries(places).flatMap(([place, part]) => {
    const values = received[part] ?? {};
    const normal = (name) => (place === 'header' ? name.toLowerCase() : name);
    const here = parameters.filter(({ value }) => value.in === place);
    const problems = Object.entries(values).flatMap(([name, value]) => {
      const parameter = here.findLast((one) => normal(one.value.name) === normal(name));
      if (parameter === undefined) return [`${part}: ${name} is not declared`];
      const problem = parameter.value.schema && validatorAt(`${parameter.pointer}/schema`)(value);
      return problem === undefined ? [] : [`${part}/${name}: ${problem}`];
    });
    const names = new Set(Object.keys(values).map(normal));
    const missing = here.filter(({ value }) => value.required === true && !names.has(normal(value.name)));
    return [...problems, ...missing.map(({ value }) => `${part}: ${value.name} is missing`)];
  });
}

/** @param {Located | undefined} body @param {string} mediaType @param {(pointer: string) => Validate} validatorAt */
function judgeBody(body, value, mediaType, validatorAt) {
  if (value === undefined) return body?.value.required === true ? ['body: is missing'] : [];
  if (body === undefined) return ['body: is not declared'];
  const essence = (type) => type.split(';', 1)[0].trim().toLowerCase();
  const found = Object.keys(body.value.content ?? {}).find((one) => essence(one) === essence(mediaType));
  const isBytes = value instanceof Uint8Array || (typeof value === 'object' && value !== null && 'pipe' in value);
  if (found === undefined || body.value.content[found].schema === undefined || isBytes) return [];
  const problem = validatorAt(`${body.pointer}/content/${escaped(found)}/schema`)(value);
  return problem === undefined ? [] : [`body: ${problem}`];
}

/** A file is a text for JSON Schema. */
function plain(value) {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  // An object may have a property `constructor`.
  if (![Object.prototype, null].includes(Object.getPrototypeOf(value))) return 'a file';
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}

/** @param {string} pointer @returns {Located} what is there, behind references */
function resolvedAt(root, pointer) {
  const parts = pointer.slice(1).split('/');
  const value = parts.reduce((at, part) => at?.[part.replaceAll('~1', '/').replaceAll('~0', '~')], root);
  const target = value?.$ref;
  return typeof target === 'string' ? resolvedAt(root, decodeURIComponent(target.slice(1))) : { pointer, value };
}

/** @param {string} key */
const escaped = (key) => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** Keys whose value has names as keys, keys of literals, and keys that say nothing of values. */
const named = new Set([
  ...['properties', 'patternProperties', 'schemas', 'paths', 'content', 'responses', 'parameters', '$defs'],
  'requestBodies',
]);
const literal = new Set(['enum', 'const', 'default', 'required']);
const dropped = new Set(['example', 'examples', 'discriminator', 'xml', 'externalDocs', 'description', 'x-examples']);

/**
 * Turns the schemas of a document into those of JSON Schema 2020-12, for requests or responses: properties that are only in the other
 * need not be there.
 * @param {any} document @param {boolean} isOld whether it is OpenAPI 3.0 @param {'readOnly' | 'writeOnly'} optional @returns {any}
 */
function jsonSchemas(document, isOld, optional) {
  const convert = (node, isNamed) => {
    if (Array.isArray(node)) return node.map((item) => convert(item, false));
    if (typeof node !== 'object' || node === null) return node;
    // What stands beside a reference is ignored, except for null, which every generator reads.
    if (isOld && !isNamed && typeof node.$ref === 'string') return orNull({ $ref: node.$ref }, node.nullable);
    const entries = Object.entries(node)
      .filter(([key]) => isNamed || !dropped.has(key))
      .map(([key, value]) => [key, literal.has(key) && !isNamed ? value : convert(value, !isNamed && named.has(key))]);
    const copy = Object.fromEntries(entries);
    if (isNamed) return copy;
    // A value of several options has the type, which is the union of all.
    if (Array.isArray(copy.oneOf) && copy.anyOf === undefined) {
      copy.anyOf = copy.oneOf;
      delete copy.oneOf;
    }
    // A type with null has null, also where its enum does not name it.
    if (Array.isArray(copy.enum) && Array.isArray(copy.type) && copy.type.includes('null'))
      copy.enum = [...copy.enum, null];
    if (Array.isArray(copy.required) && copy.properties !== undefined)
      copy.required = copy.required.filter((name) => !hasFlag(document, node.properties?.[name], optional));
    return isOld ? modern(copy) : copy;
  };
  return convert(document, false);
}

const orNull = (schema, nullable) => (nullable === true ? { anyOf: [{ type: 'null' }, schema] } : schema);

/** @param {'readOnly' | 'writeOnly'} flag @returns {boolean} */
function hasFlag(document, schema, flag) {
  if (typeof schema?.$ref === 'string' && schema.$ref.startsWith('#/'))
    return hasFlag(document, resolvedAt(document, decodeURIComponent(schema.$ref.slice(1))).value, flag);
  return schema?.[flag] === true;
}

/** @param {any} schema of OpenAPI 3.0 */
function modern({ nullable, exclusiveMinimum, exclusiveMaximum, minimum, maximum, ...schema }) {
  const limits = {
    ...(minimum !== undefined && { [exclusiveMinimum === true ? 'exclusiveMinimum' : 'minimum']: minimum }),
    ...(maximum !== undefined && { [exclusiveMaximum === true ? 'exclusiveMaximum' : 'maximum']: maximum }),
  };
  return orNull({ ...schema, ...limits }, nullable);
}
