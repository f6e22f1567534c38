/** The results that a handler may return, for each success of its operation. */
import { mention, type TypesContext } from '../../code/index.js';
import {
  preferredContent,
  successResponses,
  type Api,
  type Operation,
  type ResponseKind,
  type SuccessResponse,
} from '../../ir/index.js';
import type { ServerNames } from './names.js';
import { runtime } from './runtime.js';

export interface ServerEmitContext {
  readonly api: Api;
  readonly names: ServerNames;
  readonly types: TypesContext;
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
    return { status, kind, type: resultType(operation, response, context) };
  });
}

function resultType(operation: Operation, { kind, type }: SuccessResponse, { types }: ServerEmitContext): string {
  switch (kind) {
    case 'nothing':
      return 'void';
    case 'text':
      return 'string';
    case 'json':
      return namesResponse(operation, type) || type === undefined
        ? mention(types.part(operation, 'Response'))
        : types.text(type);
    case 'json-lines':
    case 'progress':
      return `${runtime('ItemSource')}<${type === undefined ? 'unknown' : types.text(type)}>`;
    case 'output':
      return runtime('OutputSource');
    case 'tar':
    case 'bytes':
      return runtime('ByteSource');
    default:
      return runtime('Session');
  }
}

/** Tells whether the types package has a name for the response: that of the first success with content. */
function namesResponse({ responses }: Operation, type: SuccessResponse['type']): boolean {
  const success = responses.find(({ status, content }) => /^2/.test(status) && content.length > 0);
  return preferredContent(success?.content)?.type === type;
}
