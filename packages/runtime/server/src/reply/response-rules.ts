/** The rules of an operation about its response: properties that are never returned, or only on request. */
import type { OperationContract } from '@lading/runtime-wire';
import { isGiven, isObject, segmentsOfPath, type Problems } from '../schema/index.js';

type ResponseCheck = (body: unknown, query: unknown, problems: Problems) => void;

const checksCache = new WeakMap<OperationContract, readonly ResponseCheck[]>();

/** Returns the checks of an operation, which are built once. */
export function responseRules(operation: OperationContract): readonly ResponseCheck[] {
  let operationChecks = checksCache.get(operation);
  if (operationChecks === undefined) checksCache.set(operation, (operationChecks = checksOf(operation)));
  return operationChecks;
}

function checksOf({ rules = [] }: OperationContract): readonly ResponseCheck[] {
  return rules.flatMap(({ kind, fields = [] }): readonly ResponseCheck[] => {
    if (kind === 'never-returned') {
      return fields.map((field) => (body, _query, problems) => report(body, field, 'is never returned', problems));
    }
    if (kind !== 'returned-when') return [];
    const [field = '', parameter = ''] = fields;
    return [
      (body, query, problems) => {
        if (isObject(query) && isGiven(query[parameter])) return;
        report(body, field, `is returned only with ${parameter}`, problems);
      },
    ];
  });
}

function report(body: unknown, field: string, message: string, problems: Problems): void {
  for (const pointer of pointersTo(body, segmentsOfPath(field))) problems.add(message, pointer);
}

/** Yields the pointers of the values at a path; `[]` means each entry of an array. */
function* pointersTo(value: unknown, [segment, ...rest]: readonly string[], pointer = ''): Generator<string> {
  if (segment === undefined) {
    if (value !== undefined && value !== null) yield pointer;
  } else if (segment === '[]') {
    if (!Array.isArray(value)) return;
    for (let index = 0; index < value.length; index += 1) yield* pointersTo(value[index], rest, `${pointer}/${index}`);
  } else if (isObject(value) && Object.hasOwn(value, segment)) {
    yield* pointersTo(value[segment], rest, `${pointer}/${segment}`);
  }
}
