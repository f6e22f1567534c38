/** An operation → its entry on the page of its group. */
import {
  codeSpan,
  type BodyPart,
  type CommandUse,
  type Content,
  type Operation,
  type Response,
  type StreamKind,
} from '../../emitter/index.js';
import { responseAnchor, bodyAnchor, contentAnchor, headerAnchor, parameterAnchor } from './anchor-index.js';
import { clientCode } from './code/client.js';
import { curlCode } from './code/curl.js';
import { foreignSamples } from './code/foreign-samples.js';
import { pythonCode } from './code/python.js';
import { serverCode } from './code/server.js';
import { externalDocsText, paragraphs, serversText } from './elsewhere.js';
import { requestExample } from './example/request.js';
import { responseExample } from './example/response.js';
import { fieldEntry } from './field-entry.js';
import { namedExampleEntries } from './named-examples.js';
import { rulesOf, versionsOf } from './notes.js';
import type { PageContext } from './page-context.js';
import type { ResponseEntry, ContentEntry, ExampleEntry, OperationEntry } from './page.js';
import { authenticationOf, callbacksOf, linksOf } from './related-operations.js';
import { segment } from './segment.js';
import { typeText } from './type-text.js';

/** A sentence for each kind of stream. */
const streams: Readonly<Record<StreamKind, string>> = {
  'json-lines': 'A stream: one JSON value after another.',
  'event-stream': 'A stream of server-sent events.',
  items: 'A stream of items.',
  raw: 'A stream of raw bytes.',
  multiplexed: 'A stream of frames, each with bytes of standard output or standard error.',
  tar: 'A tar archive.',
  upgrade: 'The connection is upgraded to a two-way byte stream.',
  websocket: 'The connection is upgraded to a WebSocket.',
  http2: 'The connection is upgraded to HTTP/2.',
};

export function operationEntry(operation: Operation, context: PageContext): OperationEntry {
  const { id, method, path, summary, description, parameters, body, responses } = operation;
  const page = context.anchors.group(operation.group);
  const anchor = segment(id);
  const { differences } = context;
  const request = requestExample(operation, context);
  const response = responseExample(operation, context);
  const client = clientCode(operation, request, context);
  const server = serverCode(operation, response, context);
  const samples = foreignSamples(operation);
  const uses = context.commands.get(id) ?? [];
  const commandLine = commandLineCode(uses);
  return {
    anchor,
    id,
    method,
    path,
    ...(summary !== undefined && { summary }),
    ...(description !== undefined && { description }),
    ...versionsOf(operation),
    rules: [
      ...rulesOf(operation),
      ...authenticationOf(operation),
      ...serversText(operation),
      ...callbacksOf(operation),
      ...externalDocsText(operation),
    ],
    parameters: parameters.map((parameter) =>
      fieldEntry(parameter, { page, anchor: parameterAnchor(operation, parameter) }, context),
    ),
    missing: differences.missingIn(page, anchor),
    ...(body && {
      body: {
        anchor: bodyAnchor(operation),
        required: body.required,
        ...(body.description !== undefined && { description: body.description }),
        content: body.content.map((content) => contentEntry(content, { page, anchor: bodyAnchor(operation) }, context)),
        rules: rulesOf(body),
        marks: differences.marksAt(page, bodyAnchor(operation)),
      },
    }),
    responses: [...responses].sort(byStatus).map((one) => responseEntry(operation, one, page, context)),
    examples: examplesOf(request, response),
    code: {
      curl: curlCode(operation, request, context),
      python: pythonCode(operation, request, context),
      ...(commandLine !== undefined && { commandLine }),
      ...(client !== undefined && { client }),
      ...(server !== undefined && { server }),
      ...(samples.length > 0 && { samples }),
    },
    ...(uses.length > 0 && { keywords: [...new Set(uses.flatMap(({ words }) => words))] }),
    marks: differences.marksAt(page, anchor),
  };
}

/** Returns the commands that call this operation alone, or else the first one that calls it among others. */
function commandLineCode(uses: readonly CommandUse[]): string | undefined {
  const alone = uses.filter(({ operations }) => operations.length === 1);
  const shown = alone.length > 0 ? alone : uses.slice(0, 1);
  return shown.length === 0 ? undefined : shown.map(({ command }) => command).join('\n');
}

function examplesOf(
  { body }: ReturnType<typeof requestExample>,
  { status, mediaType, body: responseBody, text }: ReturnType<typeof responseExample>,
): ExampleEntry {
  return {
    ...(body?.json !== undefined && { request: { mediaType: body.mediaType, body: body.json } }),
    response: {
      status,
      ...(mediaType !== undefined && { mediaType }),
      ...(responseBody !== undefined && { body: responseBody }),
      ...(text !== undefined && { text }),
    },
  };
}

function responseEntry(operation: Operation, response: Response, page: string, context: PageContext): ResponseEntry {
  const anchor = responseAnchor(operation, response);
  const { status, summary, headers, content, stream } = response;
  const description = paragraphs(summary, response.description);
  // The sample of an operation shows its success: the only example of an error is listed as one of several is.
  const least = isError(response) ? 1 : 2;
  return {
    anchor,
    status,
    ...(description !== '' && { description }),
    rules: [...rulesOf(response), ...linksOf(response)],
    ...versionsOf(response),
    headers: headers.map((header) =>
      fieldEntry(header, { page, anchor: headerAnchor(operation, response, header.name) }, context),
    ),
    content: content.map((each) => contentEntry(withErrorExample(each, response), { page, anchor }, context, least)),
    ...(stream && { stream: streams[stream.kind] }),
    marks: context.differences.marksAt(page, anchor),
  };
}

function withErrorExample(content: Content, response: Response): Content {
  const value = content.example ?? response.example;
  return isError(response) && value !== undefined && content.examples === undefined
    ? { ...content, examples: [{ name: 'example', value }] }
    : content;
}

function isError({ status }: Response): boolean {
  return status === 'default' || Number(status) >= 400 || /^[45]XX$/i.test(status);
}

function contentEntry(
  content: Content,
  around: { readonly page: string; readonly anchor: string },
  { anchors, differences }: PageContext,
  least?: number,
): ContentEntry {
  const { mediaType, type, stream, parts } = content;
  const sentences = [stream && streams[stream.kind], parts && partsText(parts)].filter((one) => one !== undefined);
  const anchor = contentAnchor(around.anchor, mediaType);
  return {
    anchor,
    mediaType,
    type: typeText(type, anchors),
    ...(sentences.length > 0 && { stream: sentences.join(' ') }),
    ...namedExampleEntries(content, least),
    ...versionsOf(content),
    marks: differences.marksAt(around.page, anchor),
  };
}

/**
 * Names the media types of the parts of a form, where they do not follow from the types: `photo` as `image/png`; and the
 * headers of parts.
 */
function partsText(parts: readonly BodyPart[]): string | undefined {
  const listed = (title: string, entries: readonly string[]) =>
    entries.length === 0 ? [] : [`${title} of parts: ${entries.join(', ')}.`];
  const mediaTypesOf = ({ name, mediaTypes = [] }: BodyPart) =>
    mediaTypes.length === 0 ? [] : [`${codeSpan(name)} is ${mediaTypes.map(codeSpan).join(' or ')}`];
  const headersOf = ({ name, headers = [] }: BodyPart) =>
    headers.length === 0 ? [] : [`${codeSpan(name)} has ${headers.map((header) => codeSpan(header.name)).join(', ')}`];
  const sentences = [
    ...listed('Media types', parts.flatMap(mediaTypesOf)),
    ...listed('Headers', parts.flatMap(headersOf)),
  ];
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

function byStatus(a: Response, b: Response): number {
  return a.status < b.status ? -1 : a.status > b.status ? 1 : 0;
}
