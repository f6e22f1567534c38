/** The results that a handler may return, for each success of its operation. */
import type { TypesContext } from '../../code/index.js';
import { successResponses, type Api, type Operation, type ResponseKind } from '../../ir/index.js';
import type { ServerNames } from './names.js';
import type { ServerDialect } from './server-dialect.js';

export interface ServerEmitContext {
  readonly api: Api;
  readonly names: ServerNames;
  readonly types: TypesContext;
  readonly dialect: ServerDialect;
}

/** A result of a handler. */
export interface HandlerResult {
  readonly status: number;
  readonly kind: ResponseKind;
  /** The type of the returned value. */
  readonly type: string;
}

export function handlerResults(operation: Operation, context: ServerEmitContext): readonly HandlerResult[] {
  return successResponses(operation, context.api).map((response) => {
    const { status, kind } = response;
    return { status, kind, type: context.dialect.resultType(operation, response, context) };
  });
}
