/** The webhooks of the API and the callbacks of its operations → the page of the requests that servers send. */
import {
  codeSpan,
  type Body,
  type Header,
  type Notes,
  type Operation,
  type Parameter,
  type Response,
  type Type,
} from '../../emitter/index.js';
import { foreignSamples } from './code/foreign-samples.js';
import { externalDocsText, serversText } from './elsewhere.js';
import { namedExampleEntries } from './named-examples.js';
import type { ArticlePage, CellText, Markdown, SectionEntry } from './page.js';
import type { PageContext } from './page-context.js';
import { linksOf } from './related-operations.js';
import { segment } from './segment.js';
import { typeText } from './type-text.js';

export function webhooksPage(context: PageContext): ArticlePage {
  const { api } = context;
  const webhooks = api.webhooks.flatMap((webhook) => sectionsOf(webhook, webhook.path, 'A webhook', context));
  const callbacks = [...api.operations, ...api.webhooks].flatMap((operation) => callbackSections(operation, context));
  return { kind: 'article', path: 'webhooks', title: 'Webhooks and callbacks', sections: [...webhooks, ...callbacks] };
}

/** Returns the callbacks of an operation, each with its own callbacks after it. */
function callbackSections({ id, callbacks = [] }: Operation, context: PageContext): readonly SectionEntry[] {
  return callbacks.flatMap(({ name, operation }) => [
    ...sectionsOf(operation, name, `A callback of ${codeSpan(id)}, sent to ${codeSpan(operation.path)}`, context),
    ...callbackSections(operation, context),
  ]);
}

/** Returns the section of a request, and one for each sample of it that the document contains. */
function sectionsOf(
  operation: Operation,
  title: string,
  kind: string,
  { anchors }: PageContext,
): readonly SectionEntry[] {
  const { id, method, summary, description, parameters, body, responses } = operation;
  const row = (message: string, { mediaType = '–', type }: RowType, about: Markdown): readonly CellText[] => [
    [message],
    [mediaType],
    type === undefined ? ['no body'] : typeText(type, anchors),
    [{ markdown: about }],
  ];
  const named = (message: string, one: Parameter | Header) =>
    row(`${message} ${one.name}`, { type: one.type }, aboutOf(one));
  const responseRows = (response: Response): readonly (readonly CellText[])[] => {
    const message = `response ${response.status}`;
    const about = [response.summary, response.description, ...linksOf(response)].filter(Boolean).join(' ');
    return [
      ...(response.content.length === 0 ? [row(message, {}, about)] : []),
      ...response.content.map((one) => row(message, one, [about, ...examplesOf(one)].filter(Boolean).join(' '))),
      ...response.headers.map((header) => named(`${message}, header`, header)),
    ];
  };
  const request = body?.required === true ? 'request' : 'request, optional';
  const rows = [
    ...parameters.map((parameter) => named(`${parameter.in} parameter`, parameter)),
    ...(body?.content ?? []).map((one) => row(request, one, aboutOf({ ...one, ...aboutBody(body) }))),
    ...responses.flatMap(responseRows),
  ];
  const about = [summary, description, ...serversText(operation), ...externalDocsText(operation)];
  const anchor = segment(id);
  return [
    {
      anchor,
      title,
      text: [`${kind}: the server sends ${codeSpan(method)} (${codeSpan(id)}).`, ...about].filter(Boolean).join('\n\n'),
      ...(rows.length > 0 && { table: { head: ['Message', 'Media type', 'Schema', 'Description'], rows } }),
    },
    ...foreignSamples(operation).map(({ title: name, language, text }, at) => ({
      anchor: `${anchor}.sample-${at + 1}`,
      title: `${title}: ${name}`,
      code: { language, text },
    })),
  ];
}

interface RowType {
  readonly mediaType?: string;
  readonly type?: Type;
}

function aboutBody(body: Body | undefined): Pick<Notes, 'description'> {
  return body?.description === undefined ? {} : { description: body.description };
}

function aboutOf(notes: Notes): Markdown {
  return [notes.description, ...examplesOf(notes), ...externalDocsText(notes)].filter(Boolean).join(' ');
}

function examplesOf(notes: Pick<Notes, 'examples'>): readonly Markdown[] {
  return (namedExampleEntries(notes).examples ?? []).map(({ name, about = '', value }) => {
    const shown = value === undefined ? '' : ` ${codeSpan(JSON.stringify(value))}`;
    return `Example ${codeSpan(name)}: ${about}${shown}`;
  });
}
