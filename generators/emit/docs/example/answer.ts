/** An operation → an example of its usual answer. */
import type { Json } from '../../../document/index.js';
import type { Answer, Operation } from '../../../ir/index.js';
import type { Room } from '../room.js';
import { top } from './examples.js';

export interface AnswerExample {
  readonly status: string;
  readonly mediaType?: string;
  /** One JSON value; of a stream one item. */
  readonly body?: Json;
  /** Text where it is no JSON. */
  readonly text?: string;
}

export function answerExample(operation: Operation, { examples }: Pick<Room, 'examples'>): AnswerExample {
  const answer = usualOf(operation);
  const content = operation.method === 'HEAD' ? undefined : answer?.content[0];
  if (answer === undefined || content === undefined) return { status: answer?.status ?? '200' };
  const { mediaType, type } = content;
  const example = content.example ?? answer.example;
  const said = { status: answer.status, mediaType };
  if (type.kind === 'bytes') return said;
  if (!/[/+]json\b/.test(mediaType)) return { ...said, text: textOf(example ?? examples.value(type, top('response'))) };
  const body = example === undefined ? examples.value(type, top('response')) : (example as Json);
  return { ...said, body };
}

function textOf(example: unknown): string {
  return typeof example === 'string' ? example : JSON.stringify(example);
}

/** The first that tells success, with content if one has it. */
export function usualOf({ answers }: Operation): Answer | undefined {
  const successes = answers.filter(({ status }) => /^2/.test(status));
  return (
    successes.find(({ content }) => content.length > 0) ??
    successes[0] ??
    answers.find(({ status }) => status === '101') ??
    answers.find(({ status }) => status === 'default') ??
    answers[0]
  );
}
