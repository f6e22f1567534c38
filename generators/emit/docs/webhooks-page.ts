/** The webhooks of the API and the callbacks of its operations → the page of the requests that servers send. */
import {
  codeSpan,
  type Content,
  type Header,
  type Operation,
  type Parameter,
  type Response,
} from '../../emitter/index.js';
import type { ArticlePage, CellText, SectionEntry } from './page.js';
import type { PageContext } from './page-context.js';
import { segment } from './segment.js';
import { typeText } from './type-text.js';

export function webhooksPage(context: PageContext): ArticlePage {
  const { api } = context;
  const webhooks = api.webhooks.map((webhook) => sectionOf(webhook, webhook.path, 'A webhook', context));
  const callbacks = [...api.operations, ...api.webhooks].flatMap((operation) => callbackSections(operation, context));
  return { kind: 'article', path: 'webhooks', title: 'Webhooks and callbacks', sections: [...webhooks, ...callbacks] };
}

/** Returns the callbacks of an operation, each with its own callbacks after it. */
function callbackSections({ id, callbacks = [] }: Operation, context: PageContext): readonly SectionEntry[] {
  return callbacks.flatMap(({ name, operation }) => [
    sectionOf(operation, name, `A callback of ${codeSpan(id)}, sent to ${codeSpan(operation.path)}`, context),
    ...callbackSections(operation, context),
  ]);
}

function sectionOf(operation: Operation, title: string, kind: string, { anchors }: PageContext): SectionEntry {
  const { id, method, summary, description, parameters, body, responses } = operation;
  const row = (message: string, { mediaType, type }: Content, about = ''): readonly CellText[] => [
    [message],
    [mediaType],
    typeText(type, anchors),
    [{ markdown: about }],
  ];
  const named = (message: string, { name, type, description: about = '' }: Parameter | Header): readonly CellText[] => [
    [`${message} ${name}`],
    ['–'],
    typeText(type, anchors),
    [{ markdown: about }],
  ];
  const responseRows = ({
    status,
    description: about = '',
    headers,
    content,
  }: Response): readonly (readonly CellText[])[] => [
    ...(content.length === 0
      ? [[[`response ${status}`], ['–'], ['no body'], [{ markdown: about }]] as const]
      : content.map((one) => row(`response ${status}`, one, about))),
    ...headers.map((header) => named(`response ${status}, header`, header)),
  ];
  const request = body?.required === true ? 'request' : 'request, optional';
  const rows = [
    ...parameters.map((parameter) => named(`${parameter.in} parameter`, parameter)),
    ...(body?.content ?? []).map((content) => row(request, content, body?.description)),
    ...responses.flatMap(responseRows),
  ];
  return {
    anchor: segment(id),
    title,
    text: [`${kind}: the server sends ${codeSpan(method)}.`, summary, description].filter(Boolean).join('\n\n'),
    ...(rows.length > 0 && { table: { head: ['Message', 'Media type', 'Schema', 'Description'], rows } }),
  };
}
