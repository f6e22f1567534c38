/** Readers of the parameters of queries, headers and paths. */
import { type ParameterContract, type Schema, WireError, decodeFilters, decodeValue } from '@lading/runtime-wire';
import { unwrapSchema, readRequest, type Problems, type Reader } from '../schema/index.js';
import { readScalar } from './read-scalar.js';
import { decodeJson } from './parse-json.js';

export interface ParameterReader {
  readonly name: string;
  /** Reads the strings of the parameter. Returns undefined if it is not given. */
  readonly read: (texts: readonly string[] | undefined, problems: Problems) => unknown;
}

/** Returns the reader of a parameter. @param place the first segment of the pointers: `query`, `path` or `headers` */
export function parameterReader(place: string, name: string, parameter: ParameterContract): ParameterReader {
  const decode = decoderOf(name, parameter);
  const pointer = `/${place}/${name}`;
  return {
    name,
    read: (texts, problems) => {
      const before = problems.list.length;
      const decoded = texts === undefined ? undefined : decode(texts, problems);
      if (problems.list.length > before) {
        addPointer(problems, before, pointer);
        return undefined;
      }
      if (decoded === undefined || decoded === null) {
        if (parameter.required === true) problems.addRule('is required', pointer);
        return undefined;
      }
      const value = readRequest(parameter.schema, decoded, problems);
      if (problems.list.length > before) addPointer(problems, before, pointer);
      return value;
    },
  };
}

type DecodeStrings = (texts: readonly string[], problems: Problems) => unknown;

function decoderOf(name: string, { encoding, schema }: ParameterContract): DecodeStrings {
  const target = unwrapSchema(schema);
  switch (encoding) {
    case 'plain': {
      const scalar = readScalar(name, target);
      return (texts, problems) => scalar(texts[0] as string, problems);
    }
    case 'repeated':
    case 'joined': {
      const item = readScalar(name, target.kind === 'array' ? unwrapSchema(target.items) : target);
      return (texts, problems) =>
        (decodeValue(encoding, texts, name) as string[])
          .map((text) => item(text, problems))
          .filter((value) => value !== undefined);
    }
    case 'json': {
      if (name !== 'filters') {
        return ([text = ''], problems) => {
          const json = text === '' ? { value: undefined } : decodeJson(text, schema);
          if (json === undefined) problems.add('must be JSON');
          return json?.value;
        };
      }
      const filters = filtersReader(target);
      return (texts, problems) => {
        try {
          // The last of repeated names counts, in engines as in `JSON.parse`.
          return filters(decodeValue(encoding, texts, name), problems);
        } catch (error) {
          if (!(error instanceof WireError)) throw error;
          problems.add(invalidFilter);
          return undefined;
        }
      };
    }
    case 'base64url-json':
      return (texts) => decodeValue(encoding, texts, name);
    default:
      return (_texts, problems) => {
        problems.add('has an encoding that this server does not support');
        return undefined;
      };
  }
}

const invalidFilter = 'invalid filter';

/** Returns the reader of `filters`, whose names match exactly. Unknown names are rejected. */
function filtersReader(schema: Schema): Reader {
  const filterSchemas = schema.kind === 'object' && schema.rest === undefined ? schema.fields : undefined;
  return (value, problems) => {
    const filters = decodeFilters(value);
    for (const name of Object.keys(filters ?? {})) {
      if (filterSchemas !== undefined && !Object.hasOwn(filterSchemas, name))
        problems.addRule(`${invalidFilter} '${name.slice(0, 100)}'`);
    }
    return filters;
  };
}

/**
 * Prefixes the pointers of the problems since `from`, except those of filters: the messages of engines have no place.
 */
function addPointer(problems: Problems, from: number, pointer: string): void {
  for (const problem of problems.list.slice(from)) {
    if (!problem.message.startsWith(invalidFilter)) problem.pointer = pointer + problem.pointer;
  }
}
