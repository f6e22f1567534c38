/** An operation → its entry on the page of its group. */
import type { Answer, Content, Operation } from '../../ir/index.js';
import { clientCode } from './code/client.js';
import { curlCode } from './code/curl.js';
import { serverCode } from './code/server.js';
import { answerExample } from './example/answer.js';
import { requestExample } from './example/request.js';
import { fieldEntry } from './field-entry.js';
import { rulesOf, versionsOf } from './notes.js';
import type { AnswerEntry, ContentEntry, ExampleEntry, OperationEntry } from './page.js';
import type { Room } from './room.js';
import { segment } from './segment.js';
import { answerAnchor, bodyAnchor, contentAnchor, headerAnchor, parameterAnchor } from './spots.js';
import { streams } from './streams.js';
import { typeText } from './type-text.js';

export function operationEntry(operation: Operation, room: Room): OperationEntry {
  const { id, method, path, summary, description, parameters, body, answers } = operation;
  const page = room.spots.group(operation.group);
  const anchor = segment(id);
  const { differences } = room;
  const request = requestExample(operation, room);
  const answer = answerExample(operation, room);
  const client = clientCode(operation, request, room);
  const server = serverCode(operation, answer, room);
  return {
    anchor,
    id,
    method,
    path,
    ...(summary !== undefined && { summary }),
    ...(description !== undefined && { description }),
    ...versionsOf(operation),
    rules: rulesOf(operation),
    parameters: parameters.map((parameter) =>
      fieldEntry(parameter, { page, anchor: parameterAnchor(operation, parameter) }, room),
    ),
    missing: differences.missingIn(page, anchor),
    ...(body && {
      body: {
        anchor: bodyAnchor(operation),
        required: body.required,
        ...(body.description !== undefined && { description: body.description }),
        content: body.content.map((content) => contentEntry(content, { page, anchor: bodyAnchor(operation) }, room)),
        rules: rulesOf(body),
        marks: differences.marksAt(page, bodyAnchor(operation)),
      },
    }),
    answers: [...answers].sort(byStatus).map((one) => answerEntry(operation, one, page, room)),
    examples: examplesOf(request, answer),
    code: {
      curl: curlCode(operation, request, room),
      ...(client !== undefined && { client }),
      ...(server !== undefined && { server }),
    },
    marks: differences.marksAt(page, anchor),
  };
}

function examplesOf(
  { body }: ReturnType<typeof requestExample>,
  { status, mediaType, body: answered, text }: ReturnType<typeof answerExample>,
): ExampleEntry {
  return {
    ...(body?.json !== undefined && { request: { mediaType: body.mediaType, body: body.json } }),
    answer: {
      status,
      ...(mediaType !== undefined && { mediaType }),
      ...(answered !== undefined && { body: answered }),
      ...(text !== undefined && { text }),
    },
  };
}

function answerEntry(operation: Operation, answer: Answer, page: string, room: Room): AnswerEntry {
  const anchor = answerAnchor(operation, answer);
  const { status, description, headers, content, stream } = answer;
  return {
    anchor,
    status,
    ...(description !== undefined && { description }),
    rules: rulesOf(answer),
    ...versionsOf(answer),
    headers: headers.map((header) =>
      fieldEntry(header, { page, anchor: headerAnchor(operation, answer, header.name) }, room),
    ),
    content: content.map((each) => contentEntry(each, { page, anchor }, room)),
    ...(stream && { stream: streams[stream.kind] }),
    marks: room.differences.marksAt(page, anchor),
  };
}

function contentEntry(
  content: Content,
  around: { readonly page: string; readonly anchor: string },
  { spots, differences }: Room,
): ContentEntry {
  const { mediaType, type, stream } = content;
  const anchor = contentAnchor(around.anchor, mediaType);
  return {
    anchor,
    mediaType,
    type: typeText(type, spots),
    ...(stream && { stream: streams[stream.kind] }),
    ...versionsOf(content),
    marks: differences.marksAt(around.page, anchor),
  };
}

function byStatus(a: Answer, b: Answer): number {
  return a.status < b.status ? -1 : a.status > b.status ? 1 : 0;
}
