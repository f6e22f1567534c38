/** The flat input of an operation: its parameters by their names on the wire, and the body. */
import type { PropertySignatureStructure } from 'ts-morph';
import {
  literal,
  mention,
  docComment,
  propertyKey,
  type Declaration,
  type ParameterLocation,
  StructureKind,
  requestBody,
  type Operation,
  type Parameter,
} from '../../emitter/index.js';
import type { ClientEmitContext } from './client-emit-context.js';
import type { BodyChoice, ClientRuntime } from './client-runtime.js';

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
  /** The name of its type in the types package; the whole query is a single parameter, and has none. */
  readonly part?: 'Path' | 'Query' | 'Headers' | 'Cookies';
  readonly parameters: readonly Parameter[];
}

export function inputOf(operation: Operation, { names, runtime, types }: ClientEmitContext): Input {
  const places = placesOf(operation, runtime);
  const some = places.length > 0 || hasBody(operation);
  return {
    text: some ? mention(names.input(operation)) : runtime.noInput,
    required:
      places.some(({ parameters }) => parameters.some(({ required }) => required)) ||
      (hasBody(operation) && operation.body?.required === true),
    nested: nestedOf(operation, places, runtime.bodyChoices?.(operation, types) !== undefined),
  };
}

/** Returns the declaration of the input's type, unless the operation has no input. */
export function inputDeclaration(
  operation: Operation,
  { names, types, runtime }: ClientEmitContext,
): readonly Declaration[] {
  const places = placesOf(operation, runtime);
  if (places.length === 0 && !hasBody(operation)) return [];
  const symbol = names.input(operation);
  const choices = runtime.bodyChoices?.(operation, types);
  const nested = nestedOf(operation, places, choices !== undefined);
  const isRequired = ({ parameters }: LocationParameters) => parameters.some(({ required }) => required);
  const single = (parameter: Parameter) =>
    property(propertyKey(parameter.name), types.text(parameter.type), parameter.required, docComment(parameter));
  const bases = places.flatMap(({ key, part }) =>
    part === undefined || nested.includes(key) ? [] : [mention(types.part(operation, part))],
  );
  const parameters: PropertySignatureStructure[] = places.flatMap((place): PropertySignatureStructure[] => {
    const { key, part, parameters } = place;
    const isNested = nested.includes(key);
    if (part === undefined && !isNested) return parameters.map(single);
    if (!isNested) return [];
    const type =
      part === undefined
        ? parameters.map(({ name, type: of }) => `{ ${propertyKey(name)}: ${types.text(of)} }`).join(' & ')
        : mention(types.part(operation, part));
    return [property(key, type, isRequired(place), [])];
  });
  const bodyType = () => runtime.bodyType(operation, mention(types.part(operation, 'Request')));
  const properties = [...parameters, ...(hasBody(operation) ? [bodyProperty(operation, bodyType())] : [])];
  const docs = [`The input of {@link ${names.calls(operation.noun).name}.${operation.verb}}.`];
  const common = { isExported: true, name: symbol.name, docs };
  if (choices !== undefined) {
    const type = [
      ...bases,
      ...parameters.map(({ name, type: of, hasQuestionToken }) => `{ ${name}${hasQuestionToken ? '?' : ''}: ${of} }`),
      `(${bodyVariants(operation, bodyType(), choices).join(' | ')})`,
    ].join(' & ');
    return [{ symbols: [symbol], statements: [{ kind: StructureKind.TypeAlias, ...common, type }] }];
  }
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

function placesOf(
  { parameters }: Operation,
  { locations }: Pick<ClientRuntime, 'locations'>,
): readonly LocationParameters[] {
  const within = (place: Parameter['in']) => parameters.filter((parameter) => parameter.in === place);
  const places: readonly LocationParameters[] = [
    { key: 'path', part: 'Path', parameters: within('path') },
    { key: 'query', part: 'Query', parameters: within('query') },
    { key: 'headers', part: 'Headers', parameters: within('header') },
    { key: 'cookies', part: 'Cookies', parameters: within('cookie') },
    { key: 'querystring', parameters: within('querystring').slice(0, 1) },
  ];
  return places.filter((place) => locations.includes(place.key) && place.parameters.length > 0);
}

/**
 * Returns the fewest locations, starting with the last, that must be nested so that all names of the input are unique.
 */
function nestedOf(
  operation: Operation,
  places: readonly LocationParameters[],
  hasChoices: boolean,
): readonly ParameterLocation[] {
  const nested: ParameterLocation[] = [];
  for (;;) {
    const flat = places.filter(({ key }) => !nested.includes(key));
    const colliding = flat.findLast((place) => {
      const others = flat.filter((other) => other !== place);
      const taken = new Set<string>([
        ...others.flatMap(({ parameters }) => parameters.map(({ name }) => name)),
        ...nested,
        ...(hasBody(operation) ? ['body'] : []),
        ...(hasChoices ? ['contentType'] : []),
      ]);
      return place.parameters.some(({ name }) => taken.has(name));
    });
    if (colliding === undefined) return nested;
    nested.push(colliding.key);
  }
}

/** Returns the types of a body with the media type that it is sent as: the usual one may be left out. */
function bodyVariants(operation: Operation, usual: string, choices: readonly BodyChoice[]): readonly string[] {
  const { required = false, mediaTypes: [first = ''] = [] } = requestBody(operation) ?? {};
  return [
    `{ body${required ? '' : '?'}: ${usual}; contentType?: ${mediaTypeIn(first)} }`,
    ...choices.map(
      ({ type, mediaTypes }) => `{ body: ${type}; contentType: ${mediaTypes.map(mediaTypeIn).join(' | ')} }`,
    ),
  ];
}

/** Returns the type of the media types in a range, of which a range itself is none. */
function mediaTypeIn(range: string): string {
  if (range === '*/*') return 'string';
  return range.endsWith('/*') ? `\`${range.slice(0, -1)}\${string}\`` : literal(range);
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
