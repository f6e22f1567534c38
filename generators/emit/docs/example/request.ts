/** An operation → an example of its request. */
import type { BodyPart, Json, Operation, Parameter, Type } from '../../../emitter/index.js';
import type { PageContext } from '../page-context.js';
import { chosen } from './chosen.js';
import { isEmpty } from './empty.js';
import { top } from './examples.js';

export interface RequestExample {
  readonly parameters: readonly { readonly parameter: Parameter; readonly value: Json }[];
  readonly body?: {
    readonly mediaType: string;
    /** The JSON value; absent if the body consists of bytes. */
    readonly json?: Json;
    /** The parts of a form that are not sent by default. */
    readonly parts?: readonly BodyPart[];
  };
}

export function requestExample(operation: Operation, { examples }: Pick<PageContext, 'examples'>): RequestExample {
  const { parameters, rules = [], exampleOrder, body } = operation;
  // All path parameters are shown, and a few of the others.
  const names = chosen(
    parameters.filter((parameter) => isSmall(parameter, exampleOrder)),
    { use: 'response', depth: 1 },
    { rules, ...(exampleOrder && { exampleOrder }) },
    () => false,
  );
  const given = parameters.filter(({ name, required, in: place }) => required || place === 'path' || names.has(name));
  const at = { ...top('request'), depth: 3 };
  const preferred = body?.content.find(({ mediaType }) => mediaType === 'application/x-tar') ?? body?.content[0];
  // Where a document says what an example has, bytes that are not required are left out unless it names the body.
  const isLeftOut =
    preferred?.type.kind === 'bytes' && body?.required === false && exampleOrder?.includes('body') === false;
  const content = isLeftOut ? undefined : preferred;
  const example = content?.example ?? body?.example;
  return {
    parameters: given
      .map((parameter) => ({ parameter, value: examples.of(parameter, at, exampleOrder) }))
      .filter(({ parameter: { required, in: place }, value }) => required || place === 'path' || !isEmpty(value)),
    ...(content && {
      body: {
        mediaType: content.mediaType,
        ...(content.parts && { parts: content.parts }),
        ...(content.type.kind !== 'bytes' && {
          json:
            example === undefined
              ? examples.value(content.type, top('request'), { rules: rulesOfBody(rules) })
              : (example as Json),
        }),
      },
    }),
  };
}

/** Whether a parameter is short enough for an example, or wanted in it. */
function isSmall({ name, encoding, deprecated, required }: Parameter, exampleOrder: readonly string[] = []): boolean {
  if (required || exampleOrder.includes(name)) return true;
  return encoding !== 'base64url-json' && deprecated === undefined;
}

/** Returns the rules of an operation with fields relative to its body. */
function rulesOfBody(rules: NonNullable<Operation['rules']>): NonNullable<Operation['rules']> {
  return rules.map((rule) => ({ ...rule, fields: (rule.fields ?? []).map((name) => name.replace(/^body\./, '')) }));
}

export function isBytes(type: Type): boolean {
  return type.kind === 'bytes';
}
