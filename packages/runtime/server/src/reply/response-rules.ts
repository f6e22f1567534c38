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
  return rules.flatMap((rule) =>
    limitsOf(rule).map(({ field, parameter }): ResponseCheck => {
      const message = parameter === undefined ? 'is never returned' : `is returned only with ${parameter}`;
      return (body, query, problems) => {
        if (!isWanted(query, parameter)) report(body, field, message, problems);
      };
    }),
  );
}

/** A property that is never returned, or only with a parameter. */
interface Limit {
  readonly field: string;
  readonly parameter?: string;
}

function limitsOf({ kind, fields = [] }: NonNullable<OperationContract['rules']>[number]): readonly Limit[] {
  if (kind === 'never-returned') return fields.map((field) => ({ field }));
  if (kind !== 'returned-when') return [];
  const [field = '', parameter = ''] = fields;
  return [{ field, parameter }];
}

function isWanted(query: unknown, parameter: string | undefined): boolean {
  return parameter !== undefined && isObject(query) && isGiven(query[parameter]);
}

/** Removes the properties that a request does not ask for from the body of its response. */
export function removeUnwanted({ rules = [] }: OperationContract, query: unknown, body: unknown): void {
  for (const { field, parameter } of rules.flatMap(limitsOf))
    if (!isWanted(query, parameter)) removeAt(body, segmentsOfPath(field));
}

function removeAt(value: unknown, [segment = '', ...rest]: readonly string[]): void {
  if (segment === '[]') {
    if (Array.isArray(value)) for (const item of value) removeAt(item, rest);
  } else if (isObject(value) && Object.hasOwn(value, segment)) {
    if (rest.length > 0) removeAt(value[segment], rest);
    else delete (value as Record<string, unknown>)[segment];
  }
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
