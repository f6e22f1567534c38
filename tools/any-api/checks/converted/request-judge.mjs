/** Judges what handlers and clients receive by their documents alone: with ajv, independent of the validation of the generated packages. */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
/** @type {typeof import('ajv/dist/2020.js').default} */
const Ajv = require('ajv/dist/2020.js').default;

/**
 * @typedef {import('@lading/runtime-wire').OperationContract} OperationContract
 * @typedef {{ readonly path: object, readonly query: object, readonly headers: object, readonly cookies?: object, readonly body?: unknown }} Received
 * @typedef {(received: Received, mediaType: string) => readonly string[]} Judge returns what the document excludes
 */

const places = { path: 'path', query: 'query', header: 'headers', cookie: 'cookies' };

/**
 * Returns the judge of the requests of each operation.
 * @param {any} document OpenAPI 3.0 or 3.1, in one file
 * @returns {(operation: OperationContract) => Judge | undefined} undefined for an operation that is not found
 */
export function judgeOf(document) {
  const { root, validatorAt } = validatorsOf(document, 'readOnly');
  return (contract) => {
    const found = operationAt(root, contract);
    if (found === undefined) return undefined;
    const { item, operation, at } = found;
    const parameters = [
      ...listAt(root, `${item.pointer}/parameters`, item.value.parameters),
      ...listAt(root, `${at}/parameters`, operation.parameters),
    ];
    const body = operation.requestBody && resolvedAt(root, `${at}/requestBody`);
    return (received, mediaType) => [
      ...judgeParameters(parameters, received, validatorAt),
      ...judgeBody(body, received.body, mediaType, validatorAt),
    ];
  };
}

/**
 * Returns the judge of the responses of each operation.
 * @param {any} document
 * @returns {(operation: OperationContract) => ((status: number, body: unknown, mediaType: string) => readonly string[]) | undefined}
 */
export function responseJudgeOf(document) {
  const { root, validatorAt } = validatorsOf(document, 'writeOnly');
  return (contract) => {
    const found = operationAt(root, contract);
    if (found === undefined) return undefined;
    return (status, body, mediaType) => {
      const keys = Object.keys(found.operation.responses ?? {});
      const range = `${String(status)[0]}XX`;
      const key = [String(status), range, 'default'].find((one) => keys.includes(one));
      if (key === undefined) return [`status ${status} is not declared`];
      const { pointer, value } = resolvedAt(root, `${found.at}/responses/${key}`);
      return body === undefined && value.content === undefined
        ? []
        : judgeBody({ pointer, value }, body, mediaType, validatorAt);
    };
  };
}

/** @param {any} root @param {OperationContract} contract */
function operationAt(root, { method, path }) {
  const name = Object.keys(root.paths ?? {}).find((one) => sameTemplate(one, path));
  const item = name === undefined ? undefined : resolvedAt(root, `/paths/${escaped(name)}`);
  const operation = item && own(item.value, method.toLowerCase());
  if (item === undefined || operation === undefined) return undefined;
  return { item, operation, at: `${item.pointer}/${method.toLowerCase()}` };
}

/** @param {any} document @param {'readOnly' | 'writeOnly'} optional the keyword of properties that need not be there */
function validatorsOf(document, optional) {
  const root = jsonSchemas(document, String(document.openapi).startsWith('3.0'), optional);
  const ajv = new Ajv({
    strict: false,
    logger: false,
    unicodeRegExp: false,
    validateFormats: false,
    inlineRefs: false,
    // An object without the property `constructor` inherits one.
    ownProperties: true,
  });
  ajv.addSchema(root, 'document');
  /** @type {Map<string, import('ajv').ValidateFunction>} */
  const compiled = new Map();
  /** @param {string} pointer of a schema @returns {(value: unknown) => string | undefined} */
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
  return { root, validatorAt };
}

/** @typedef {{ readonly pointer: string, readonly value: any }} Located */

/** @param {readonly Located[]} parameters @param {Received} received @param {(pointer: string) => (value: unknown) => string | undefined} validatorAt */
function judgeParameters(parameters, received, validatorAt) {
  return Object.entries(places).flatMap(([place, part]) => {
    /** @type {Readonly<Record<string, unknown>>} */
    const values = /** @type {any} */ (received)[part] ?? {};
    const isSame = (/** @type {string} */ one, /** @type {string} */ other) =>
      place === 'header' ? one.toLowerCase() === other.toLowerCase() : one === other;
    const here = parameters.filter(({ value }) => value.in === place);
    return [
      ...Object.entries(values).flatMap(([name, value]) => {
        const parameter = here.findLast((one) => isSame(one.value.name, name));
        if (parameter === undefined) return [`${part}: ${name} is not declared`];
        if (parameter.value.schema === undefined) return [];
        const problem = validatorAt(`${parameter.pointer}/schema`)(value);
        return problem === undefined ? [] : [`${part}/${name}: ${problem}`];
      }),
      ...here
        .filter(({ value }) => value.required === true && !Object.keys(values).some((name) => isSame(name, value.name)))
        .map(({ value }) => `${part}: ${value.name} is missing`),
    ];
  });
}

/** @param {Located | undefined} body @param {unknown} value @param {string} mediaType @param {(pointer: string) => (value: unknown) => string | undefined} validatorAt */
function judgeBody(body, value, mediaType, validatorAt) {
  if (value === undefined) return body?.value.required === true ? ['body: is missing'] : [];
  if (body === undefined) return ['body: is not declared'];
  const essence = mediaType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const found = Object.keys(body.value.content ?? {}).find((one) => one.split(';', 1)[0]?.toLowerCase() === essence);
  if (found === undefined || body.value.content[found].schema === undefined || isBytes(value)) return [];
  const problem = validatorAt(`${body.pointer}/content/${escaped(found)}/schema`)(value);
  return problem === undefined ? [] : [`body: ${problem}`];
}

/** @param {unknown} value */
function isBytes(value) {
  return value instanceof Uint8Array || (typeof value === 'object' && value !== null && 'pipe' in value);
}

/** A file is a text for JSON Schema. @param {unknown} value @returns {unknown} */
function plain(value) {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  if (value.constructor !== Object) return 'a file';
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}

/** @param {string} one @param {string} other */
function sameTemplate(one, other) {
  return one.replace(/\{[^}]*\}/g, '{}') === other.replace(/\{[^}]*\}/g, '{}').replace(/\?.*$/, '');
}

/** @param {any} root @param {string} pointer @returns {Located} what is there, behind references */
function resolvedAt(root, pointer) {
  let value = root;
  for (const part of pointer.slice(1).split('/')) value = value?.[part.replaceAll('~1', '/').replaceAll('~0', '~')];
  const target = value?.$ref;
  return typeof target === 'string' ? resolvedAt(root, decodeURIComponent(target.slice(1))) : { pointer, value };
}

/** @param {any} root @param {string} pointer @param {readonly unknown[]} [list] */
function listAt(root, pointer, list = []) {
  return list.map((_, index) => resolvedAt(root, `${pointer}/${index}`));
}

/** @param {any} value @param {string} key */
function own(value, key) {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** @param {string} key */
function escaped(key) {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/**
 * Turns the schemas of a document into those of JSON Schema 2020-12, for requests or responses: properties that are only in the other
 * need not be there.
 * @param {any} document @param {boolean} isOld whether it is OpenAPI 3.0 @param {'readOnly' | 'writeOnly'} optional @returns {any}
 */
function jsonSchemas(document, isOld, optional) {
  /** @param {any} node @param {boolean} isNamed whether its keys are names @returns {any} */
  const convert = (node, isNamed) => {
    if (Array.isArray(node)) return node.map((item) => convert(item, false));
    if (typeof node !== 'object' || node === null) return node;
    // What stands beside a reference is ignored, except for null, which every generator reads.
    if (isOld && !isNamed && typeof node.$ref === 'string')
      return node.nullable === true ? { anyOf: [{ type: 'null' }, { $ref: node.$ref }] } : { $ref: node.$ref };
    const entries = Object.entries(node)
      .filter(([key]) => isNamed || !dropped.has(key))
      .map(([key, value]) => [key, literal.has(key) && !isNamed ? value : convert(value, !isNamed && named.has(key))]);
    const copy = Object.fromEntries(entries);
    // A value of several options has the type, which is the union of all.
    if (!isNamed && Array.isArray(copy.oneOf) && copy.anyOf === undefined) {
      copy.anyOf = copy.oneOf;
      delete copy.oneOf;
    }
    if (isNamed) return copy;
    // A type with null has null, also where its enum does not name it.
    if (!isNamed && Array.isArray(copy.enum) && Array.isArray(copy.type) && copy.type.includes('null'))
      copy.enum = [...copy.enum, null];
    if (Array.isArray(copy.required) && copy.properties !== undefined)
      copy.required = copy.required.filter(
        (/** @type {string} */ name) => !hasFlag(document, node.properties?.[name], optional),
      );
    return isOld ? modern(copy) : copy;
  };
  return convert(document, false);
}

/** Keys whose value has names as keys. */
const named = new Set([
  'properties',
  'patternProperties',
  'schemas',
  'paths',
  'content',
  'responses',
  'parameters',
  '$defs',
  'requestBodies',
]);
const literal = new Set(['enum', 'const', 'default', 'required']);
const dropped = new Set(['example', 'examples', 'discriminator', 'xml', 'externalDocs', 'description', 'x-examples']);

/** @param {any} document @param {any} schema @param {'readOnly' | 'writeOnly'} flag @returns {boolean} */
function hasFlag(document, schema, flag) {
  if (typeof schema?.$ref === 'string' && schema.$ref.startsWith('#/'))
    return hasFlag(document, resolvedAt(document, decodeURIComponent(schema.$ref.slice(1))).value, flag);
  return schema?.[flag] === true;
}

/** @param {any} schema of OpenAPI 3.0 */
function modern({ nullable, exclusiveMinimum, exclusiveMaximum, ...schema }) {
  /** @type {any} */
  const result = { ...schema };
  if (exclusiveMinimum === true) {
    result.exclusiveMinimum = schema.minimum;
    delete result.minimum;
  }
  if (exclusiveMaximum === true) {
    result.exclusiveMaximum = schema.maximum;
    delete result.maximum;
  }
  return nullable === true ? { anyOf: [{ type: 'null' }, result] } : result;
}
