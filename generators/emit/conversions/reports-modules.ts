/** The changes and the differences between two versions, as data. */
import { constant, data, type Change, type CodeModule, type Data, type Declaration } from '../../emitter/index.js';
import type { ConversionNames } from './names.js';

/** A difference, with the operations that it affects. */
export interface ReportedDifference {
  readonly id: string;
  readonly descriptions: readonly string[];
  readonly operations: readonly string[];
}

const changeType = `/** One change from the older version to the newer one. */
export interface Change {
  readonly kind: string;
  /** What changed: a field, a schema, an operation, a parameter, a body, a response, a header. */
  readonly subject: string;
  /** \`Schema.property\`, \`Operation query name\` */
  readonly place: string;
  readonly operations: readonly string[];
  readonly direction: 'request' | 'response' | 'both';
  /** The side that it breaks. */
  readonly breaks: 'client' | 'server' | 'both' | 'none';
  /** The change as one sentence. */
  readonly sentence: string;
}`;

const differenceType = `/** A difference between the versions, to which rules refer by its id. */
export interface Difference {
  readonly id: string;
  readonly descriptions: readonly string[];
  /** The operations whose messages are converted for it. */
  readonly operations: readonly string[];
}`;

export function changesModule(changes: readonly Change[], names: ConversionNames): CodeModule {
  const rows = changes.map(({ kind, subject, place, operations, direction, breaks, sentence }) => {
    return { kind, subject, place, operations: [...operations], direction, breaks, sentence };
  });
  const about = 'Every change between the two versions.';
  const declarations = dataDeclarations('changes', names, ['Change', changeType], about, rows);
  return { ...names.module('changes'), about, declarations, reexports: [] };
}

export function differencesDeclarations(
  differences: readonly ReportedDifference[],
  names: ConversionNames,
): readonly Declaration[] {
  const rows = differences.map(({ id, descriptions, operations }) => {
    return { id, descriptions: [...descriptions], operations: [...operations] };
  });
  const about = 'Every difference, in the order of the overlay.';
  return dataDeclarations('clients', names, ['Difference', differenceType], about, rows);
}

function dataDeclarations(
  file: string,
  names: ConversionNames,
  [type, declaration]: readonly [name: string, text: string],
  about: string,
  rows: readonly Data[],
): readonly Declaration[] {
  const symbol = names.value(`${type.toLowerCase()}s`, file);
  const value = constant({ name: symbol.name, type: `readonly ${type}[]`, value: data(rows), comment: about });
  return [
    { symbols: [names.type(type, file)], statements: [declaration] },
    { symbols: [symbol], statements: [value] },
  ];
}
