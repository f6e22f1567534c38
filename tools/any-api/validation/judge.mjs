/** What ajv says about a value, by JSON Schema 2020-12. */
import ajvModule from 'ajv/dist/2020.js';
import formatsModule from 'ajv-formats';
import { statedTypes } from './stated-types.mjs';

const Ajv = /** @type {typeof ajvModule.default} */ (/** @type {unknown} */ (ajvModule));
const addFormats = /** @type {typeof formatsModule.default} */ (/** @type {unknown} */ (formatsModule));

/**
 * @param {Readonly<Record<string, import('./schemas.mjs').JsonSchema>>} schemas those that others refer to
 * @returns {(schema: import('./schemas.mjs').JsonSchema) => (value: unknown) => boolean}
 */
export function judgeOf(schemas) {
  const ajv = new Ajv({ strict: false, validateFormats: true, logger: false });
  addFormats(ajv);
  ajv.addSchema({
    $id: 'document',
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, statedTypes(schema)])),
    },
  });
  return (schema) => {
    const text = JSON.stringify(statedTypes(schema)).replaceAll('"#/components/', '"document#/components/');
    return /** @type {(value: unknown) => boolean} */ (ajv.compile(JSON.parse(text)));
  };
}
