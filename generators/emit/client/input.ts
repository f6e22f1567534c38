/** The flat input of an operation: its parameters by their names on the wire, and the body. */
import type { PropertySignatureStructure } from 'ts-morph';
import { mention, docComment, type Declaration, type ParameterLocation } from '../../code/index.js';
import { StructureKind } from '../../code/structures.js';
import type { Operation, Parameter } from '../../ir/index.js';
import type { ClientEmitContext } from './reading.js';
import { runtime } from './runtime.js';

export interface Input {
  /** The mention of its type. */
  readonly text: string;
  /** Whether some part of it is required. */
  readonly required: boolean;
  /** The locations whose parameters are in a separate object, since names collide. */
  readonly nested: readonly ParameterLocation[];
}

/** The parameters of one location. */
interface LocationParameters {
  readonly key: ParameterLocation;
  readonly part: 'Path' | 'Query' | 'Headers';
  readonly parameters: readonly Parameter[];
}

export function inputOf(operation: Operation, { names }: ClientEmitContext): Input {
  const places = placesOf(operation);
  const some = places.length > 0 || hasBody(operation);
  return {
    text: some ? mention(names.input(operation)) : runtime('NoInput'),
    required:
      operation.parameters.some(({ required }) => required) ||
      (hasBody(operation) && operation.body?.required === true),
    nested: nestedOf(operation, places),
  };
}

/** Returns the declaration of the input's type, unless the operation has no input. */
export function inputDeclaration(operation: Operation, { names, types }: ClientEmitContext): readonly Declaration[] {
  const places = placesOf(operation);
  if (places.length === 0 && !hasBody(operation)) return [];
  const symbol = names.input(operation);
  const nested = nestedOf(operation, places);
  const text = (place: LocationParameters) => mention(types.part(operation, place.part));
  const bases = places.filter(({ key }) => !nested.includes(key)).map(text);
  const properties: PropertySignatureStructure[] = [
    ...places
      .filter(({ key }) => nested.includes(key))
      .map((place) =>
        property(
          place.key,
          text(place),
          place.parameters.some(({ required }) => required),
          [],
        ),
      ),
    ...(hasBody(operation) ? [bodyProperty(operation, mention(types.part(operation, 'Request')))] : []),
  ];
  const docs = [`The input of {@link ${names.calls(operation.noun).name}.${operation.verb}}.`];
  const common = { isExported: true, name: symbol.name, docs };
  return [
    {
      symbols: [symbol],
      statements: [
        properties.length === 0 && bases.length === 1
          ? { kind: StructureKind.TypeAlias, ...common, type: bases[0] ?? '' }
          : { kind: StructureKind.Interface, ...common, extends: bases, properties },
      ],
    },
  ];
}

function placesOf({ parameters }: Operation): readonly LocationParameters[] {
  const within = (place: Parameter['in']) => parameters.filter((parameter) => parameter.in === place);
  const places: readonly LocationParameters[] = [
    { key: 'path', part: 'Path', parameters: within('path') },
    { key: 'query', part: 'Query', parameters: within('query') },
    { key: 'headers', part: 'Headers', parameters: within('header') },
  ];
  return places.filter((place) => place.parameters.length > 0);
}

/**
 * Returns the fewest locations, starting with the last, that must be nested so that all names of the input are unique.
 */
function nestedOf(operation: Operation, places: readonly LocationParameters[]): readonly ParameterLocation[] {
  const nested: ParameterLocation[] = [];
  for (;;) {
    const flat = places.filter(({ key }) => !nested.includes(key));
    const colliding = flat.findLast((place) => {
      const others = flat.filter((other) => other !== place);
      const taken = new Set<string>([
        ...others.flatMap(({ parameters }) => parameters.map(({ name }) => name)),
        ...nested,
        ...(hasBody(operation) ? ['body'] : []),
      ]);
      return place.parameters.some(({ name }) => taken.has(name));
    });
    if (colliding === undefined) return nested;
    nested.push(colliding.key);
  }
}

function hasBody({ body }: Operation): boolean {
  return body !== undefined && body.content.length > 0;
}

function bodyProperty({ body }: Operation, type: string): PropertySignatureStructure {
  return property('body', type, body?.required === true, docComment(body ?? {}));
}

function property(name: string, type: string, required: boolean, docs: string[]): PropertySignatureStructure {
  return { kind: StructureKind.PropertySignature, name, type, hasQuestionToken: !required, docs };
}
