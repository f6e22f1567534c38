/** The results that a handler may return, for each success of its operation. */
import {
  statusType,
  type TypeCode,
  type TypesContext,
  rangeResponses,
  successResponses,
  type Api,
  type Operation,
  type ResponseKind,
  type SuccessResponse,
} from '../../emitter/index.js';
import type { ServerNames } from './names.js';
import { runtime } from './runtime.js';
import type { ServerDialect } from './server-dialect.js';

export interface ServerEmitContext {
  readonly api: Api;
  readonly names: ServerNames;
  readonly types: TypesContext;
  readonly dialect: ServerDialect;
}

/** A result of a handler. */
export interface HandlerResult {
  /** The status: of a range the one that is usual. */
  readonly status: number;
  /** The type of the status. */
  readonly statusType: TypeCode;
  readonly kind: ResponseKind;
  /** The type of the returned value. */
  readonly type: string;
}

export function handlerResults(operation: Operation, context: ServerEmitContext): readonly HandlerResult[] {
  const resultOf = (response: SuccessResponse, statusType: TypeCode): HandlerResult => {
    const { status, kind } = response;
    return { status, statusType, kind, type: context.dialect.resultType(operation, response, context) };
  };
  return [
    ...successResponses(operation, context.api).map((one) => resultOf(one, String(one.status))),
    ...rangeResponses(operation, context.api).map((one) =>
      resultOf(one, statusType(one.range, operation.responses, runtime('StatusIn'))),
    ),
  ];
}
