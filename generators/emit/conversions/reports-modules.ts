/** The changes and the differences between two versions, as data. */
import { constant, data, type CodeModule, type Data, type Change } from '../../emitter/index.js';
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
  const rows = changes.map(({ kind, subject, place, operations, direction, breaks, sentence }) => ({
    kind,
    subject,
    place,
    operations: [...operations],
    direction,
    breaks,
    sentence,
  }));
  return dataModule('changes', 'Change', changeType, 'Every change between the two versions.', rows, names);
}

export function differencesModule(differences: readonly ReportedDifference[], names: ConversionNames): CodeModule {
  const rows = differences.map(({ id, descriptions, operations }) => ({
    id,
    descriptions: [...descriptions],
    operations: [...operations],
  }));
  return dataModule(
    'differences',
    'Difference',
    differenceType,
    'Every difference, in the order of the overlay.',
    rows,
    names,
  );
}

function dataModule(
  name: 'changes' | 'differences',
  type: string,
  declaration: string,
  about: string,
  rows: readonly Data[],
  names: ConversionNames,
): CodeModule {
  const value = constant({ name, type: `readonly ${type}[]`, value: data(rows), comment: about });
  return {
    ...names.module(name),
    about,
    declarations: [
      { symbols: [names.type(type, name)], statements: [declaration] },
      { symbols: [names.value(name, name)], statements: [value] },
    ],
    reexports: [],
  };
}
