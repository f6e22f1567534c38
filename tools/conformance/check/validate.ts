// Validates bodies against the schemas of a document.

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { pointer, valueAt, type BodySchema, type Document } from './document.js';
import { spelled } from './spelling.js';

export interface Fault {
  /** The JSON pointer of the violated schema in the document. */
  readonly pointer: string;
  readonly keyword: string;
  /** The JSON pointer of the value in the body. */
  readonly at: string;
  readonly message: string;
  readonly value: unknown;
}

export interface Validator {
  body(schema: BodySchema, value: unknown): readonly Fault[];
  request(schema: BodySchema, value: unknown): readonly Fault[];
}

export function validator(document: Document): Validator {
  // Formats such as int64 limit a number's width, which parsed JSON no longer shows.
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateFormats: false,
    validateSchema: false,
    verbose: true,
    logger: false,
  });
  ajv.addSchema(document.root, 'document');
  const pointers = pointersOf(document.root);
  const compiled = new Map<string, ValidateFunction>();
  const check = (at: string): ValidateFunction => {
    const validate =
      compiled.get(at) ?? ajv.compile({ $ref: `document#${at.split('/').map(encodeURIComponent).join('/')}` });
    compiled.set(at, validate);
    return validate;
  };
  const body = (schema: BodySchema, value: unknown): readonly Fault[] => {
    const validate = check(schema.pointer);
    if (validate(value)) return [];
    return (validate.errors ?? []).map((error) => ({
      pointer: `${pointers.get(error.parentSchema ?? {}) ?? schema.pointer}/${error.keyword}`,
      keyword: error.keyword,
      at: error.instancePath,
      message: `${error.message ?? 'does not match'}${detail(error.params)}`,
      value: error.data,
    }));
  };
  return {
    body,
    request: (schema, value) => body(schema, spelled(document.root, valueAt(document.root, schema.pointer), value)),
  };
}

/** The JSON pointer of each object of the document. The paths that the validator reports restart at every reference. */
function pointersOf(root: object): ReadonlyMap<object, string> {
  const pointers = new Map<object, string>();
  const visit = (value: unknown, at: string): void => {
    if (typeof value !== 'object' || value === null) return;
    pointers.set(value, at);
    for (const [key, member] of Object.entries(value)) visit(member, `${at}${pointer(key)}`);
  };
  visit(root, '');
  return pointers;
}

function detail(params: object): string {
  const values = 'allowedValues' in params ? `: ${JSON.stringify(params.allowedValues)}` : '';
  const extra = 'additionalProperty' in params ? `: ${JSON.stringify(params.additionalProperty)}` : '';
  return values + extra;
}
