/** What a handler gives for each success of its operation. */
import { mention, type TypesContext } from '../../code/index.js';
import { successResponses, type Api, type Operation, type ResponseKind, type SuccessResponse } from '../../ir/index.js';
import type { ServerNames } from './names.js';
import { runtime } from './runtime.js';

export interface EmitContext {
  readonly api: Api;
  readonly names: ServerNames;
  readonly types: TypesContext;
}

export interface Given {
  readonly status: number;
  readonly kind: ResponseKind;
  /** The type of what a handler gives. */
  readonly type: string;
}

export function givenOf(operation: Operation, context: EmitContext): readonly Given[] {
  return successResponses(operation, context.api).map((response) => {
    const { status, kind } = response;
    return { status, kind, type: givenType(operation, response, context) };
  });
}

function givenType(operation: Operation, { kind, type }: SuccessResponse, { types }: EmitContext): string {
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

/** The types package names what the first success with content carries. */
function namesResponse({ responses }: Operation, type: SuccessResponse['type']): boolean {
  return responses.find(({ status, content }) => /^2/.test(status) && content.length > 0)?.content[0]?.type === type;
}
