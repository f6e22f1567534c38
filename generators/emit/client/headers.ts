/** The headers of a response that has no body, where the operation is about them. */
import { propertyKey, docComment, type Declaration, StructureKind, type Operation } from '../../emitter/index.js';
import type { ClientEmitContext } from './client-emit-context.js';

export function headersDeclaration(operation: Operation, context: ClientEmitContext): readonly Declaration[] {
  const { headers } = context.runtime.reading(operation, context);
  if (headers === undefined) return [];
  const symbol = context.names.headers(operation);
  // Names are lower-case, as HTTP compares them; a repeated header occurs once.
  const fields = new Map(headers.map((field) => [field.name.toLowerCase(), field] as const));
  const method = `${context.names.calls(operation.noun).name}.${operation.verb}`;
  return [
    {
      symbols: [symbol],
      statements: [
        {
          kind: StructureKind.Interface,
          isExported: true,
          name: symbol.name,
          docs: [`The headers that {@link ${method}} returns, with names in lower case.`],
          properties: [...fields].map(([name, field]) => ({
            kind: StructureKind.PropertySignature,
            name: propertyKey(name),
            type: 'string',
            hasQuestionToken: true,
            isReadonly: true,
            docs: docComment(field),
          })),
        },
      ],
    },
  ];
}
