/** The webhooks of the API and the callbacks of its operations → the page of the requests that servers send. */
import { codeSpan } from '../../code/index.js';
import type { Content, Operation } from '../../ir/index.js';
import type { ArticlePage, CellText, SectionEntry } from './page.js';
import type { PageContext } from './page-context.js';
import { segment } from './segment.js';
import { typeText } from './type-text.js';

export function webhooksPage(context: PageContext): ArticlePage {
  const { api } = context;
  const webhooks = api.webhooks.map((webhook) => sectionOf(webhook, webhook.path, 'A webhook', context));
  const callbacks = api.operations.flatMap(({ id, callbacks = [] }) =>
    callbacks.map(({ name, operation }) =>
      sectionOf(operation, name, `A callback of ${codeSpan(id)}, sent to ${codeSpan(operation.path)}`, context),
    ),
  );
  return { kind: 'article', path: 'webhooks', title: 'Webhooks and callbacks', sections: [...webhooks, ...callbacks] };
}

function sectionOf(operation: Operation, title: string, kind: string, { anchors }: PageContext): SectionEntry {
  const { id, method, summary, description, body, responses } = operation;
  const row = (message: string, { mediaType, type }: Content): readonly CellText[] => [
    [message],
    [mediaType],
    typeText(type, anchors),
  ];
  const rows = [
    ...(body?.content ?? []).map((content) => row(body?.required === true ? 'request' : 'request, optional', content)),
    ...responses.flatMap(({ status, content }) =>
      content.length === 0
        ? [[[`response ${status}`], ['–'], ['no body']] as const]
        : content.map((one) => row(`response ${status}`, one)),
    ),
  ];
  return {
    anchor: segment(id),
    title,
    text: [`${kind}: the server sends ${codeSpan(method)}.`, summary, description].filter(Boolean).join('\n\n'),
    ...(rows.length > 0 && { table: { head: ['Message', 'Media type', 'Schema'], rows } }),
  };
}
