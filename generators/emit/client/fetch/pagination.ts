/** The code of a pagination: a call of the function of the runtime that follows its pages. */
import { call, literal, object, type Code, type CodeEntry, type Pagination } from '../../../emitter/index.js';
import { runtime } from './runtime.js';

export function pagingCode({ kind, items, parameter, next, first }: Pagination): Code {
  const entry = (key: string, value?: string): readonly CodeEntry[] =>
    value === undefined ? [] : [[key, literal(value)]];
  switch (kind) {
    case 'link':
      return pure('linkPaging', ...(items === undefined ? [] : [literal(items)]));
    case 'cursor':
      return pure(
        'cursorPaging',
        object([...entry('parameter', parameter), ...entry('next', next), ...entry('items', items)]),
      );
    case 'offset':
    case 'page':
      return pure(
        'offsetPaging',
        object([
          ...entry('parameter', parameter),
          ['counts', literal(kind === 'page' ? 'pages' : 'items')],
          ...(first === undefined ? [] : [['first', String(first)] as const]),
          ...entry('items', items),
        ]),
      );
  }
}

// Marked as pure, so that bundlers can remove unused operations.
function pure(name: Parameters<typeof runtime>[0], ...passed: readonly Code[]): Code {
  return call(`/* @__PURE__ */ ${runtime(name)}`, ...passed);
}
