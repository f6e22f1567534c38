/** What of an interface a server reads or answers with: operations without their failures, and the shapes behind them. */
import { referencesOf, type Answer, type Api, type Operation, type Shape } from '../../ir/index.js';
import { isJson } from './content.js';
import { flattened } from './flatten.js';

/** A success by its status. */
export type Success = readonly [status: number, answer: Answer];

/** Also 101, which hands the connection over, and 304; where only `default` is said, that is 200. */
export function successesOf({ answers }: Operation): readonly Success[] {
  const said = answers.flatMap((answer) =>
    /^[123]\d\d$/.test(answer.status) ? [[Number(answer.status), answer] as const] : [],
  );
  if (said.some(([status]) => status === 101 || status >= 200)) return said;
  const other = answers.find(({ status }) => status === 'default');
  return [...said, [200, other ?? { status: '200', headers: [], content: [] }]];
}

/** In the order of the interface. */
export function reachedShapes(api: Api): readonly Shape[] {
  const shapes = new Map(api.shapes.map((shape) => [shape.name, shape]));
  const found = new Set<string>();
  const wanted = api.operations.flatMap(typesOf).flatMap(referencesOf);
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    const shape = shapes.get(name);
    if (shape !== undefined) wanted.push(...namedIn(shape, api));
  }
  return api.shapes.filter(({ name }) => found.has(name));
}

function typesOf(operation: Operation) {
  const contents = [operation.body?.content[0], ...successesOf(operation).map(([, { content }]) => content[0])];
  return [
    ...operation.parameters.map(({ type }) => type),
    ...contents.flatMap((content) => (content !== undefined && isJson(content) ? [content.type] : [])),
    ...successesOf(operation).flatMap(([, { headers }]) => headers.map(({ type }) => type)),
  ];
}

/** Of its bases a record has the fields, but does not name them. */
function namedIn({ type }: Shape, api: Api): readonly string[] {
  if (type.kind !== 'record') return referencesOf(type);
  const { fields, rest } = flattened(type, [], api);
  return [...fields.map((field) => field.type), ...(rest ? [rest] : [])].flatMap(referencesOf);
}
