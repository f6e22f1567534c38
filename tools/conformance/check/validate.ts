// Holds bodies against the schemas of a document.

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { pointer, valueAt, type BodySchema, type Document } from './document.js';
import { spelled } from './spelling.js';

export interface Fault {
  /** Where the broken schema stands in the document. */
  readonly pointer: string;
  readonly keyword: string;
  /** Where in the body. */
  readonly at: string;
  readonly message: string;
  readonly value: unknown;
}

export interface Validator {
  body(schema: BodySchema, value: unknown): readonly Fault[];
  request(schema: BodySchema, value: unknown): readonly Fault[];
}

export function validator(document: Document): Validator {
  // Formats such as int64 bound a number's width, which JSON as parsed here no longer shows.
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateFormats: false,
    validateSchema: false,
    verbose: true,
    logger: false,
  });
  ajv.addSchema(document.root, 'document');
  const places = placesOf(document.root);
  const compiled = new Map<string, ValidateFunction>();
  const check = (at: string): ValidateFunction => {
    const known =
      compiled.get(at) ?? ajv.compile({ $ref: `document#${at.split('/').map(encodeURIComponent).join('/')}` });
    compiled.set(at, known);
    return known;
  };
  const body = (schema: BodySchema, value: unknown): readonly Fault[] => {
    const validate = check(schema.pointer);
    if (validate(value)) return [];
    return (validate.errors ?? []).map((error) => ({
      pointer: `${places.get(error.parentSchema ?? {}) ?? schema.pointer}/${error.keyword}`,
      keyword: error.keyword,
      at: error.instancePath,
      message: `${error.message ?? 'does not fit'}${detail(error.params)}`,
      value: error.data,
    }));
  };
  return {
    body,
    request: (schema, value) => body(schema, spelled(document.root, valueAt(document.root, schema.pointer), value)),
  };
}

/** Where each schema stands: the judge's own paths begin anew at every reference and so name no place. */
function placesOf(root: object): ReadonlyMap<object, string> {
  const places = new Map<object, string>();
  const visit = (value: unknown, at: string): void => {
    if (typeof value !== 'object' || value === null) return;
    places.set(value, at);
    for (const [key, member] of Object.entries(value)) visit(member, `${at}${pointer(key)}`);
  };
  visit(root, '');
  return places;
}

function detail(params: object): string {
  const values = 'allowedValues' in params ? `: ${JSON.stringify(params.allowedValues)}` : '';
  const extra = 'additionalProperty' in params ? `: ${JSON.stringify(params.additionalProperty)}` : '';
  return values + extra;
}
