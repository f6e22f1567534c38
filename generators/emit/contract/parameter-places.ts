/** The parameters of an operation by location. */
import type { Operation, Parameter } from '../../emitter/index.js';

const places = [
  ['path', 'path'],
  ['query', 'query'],
  ['headers', 'header'],
  ['cookies', 'cookie'],
  ['querystring', 'querystring'],
] as const;

export type ParameterPlace = (typeof places)[number][0];

/** Returns the locations that have parameters, with each parameter once. */
export function parametersByPlace({
  parameters,
}: Operation): readonly (readonly [place: ParameterPlace, parameters: readonly Parameter[]])[] {
  return places.flatMap(([key, place]) => {
    const found = parameters.filter((parameter) => parameter.in === place);
    const distinct = new Map(found.map((parameter) => [parameter.name, parameter] as const));
    return distinct.size === 0 ? [] : [[key, [...distinct.values()]] as const];
  });
}
