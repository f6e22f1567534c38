/** The operations of a version as a Postman collection, format 2.1. */
import { versionMark } from '../gen/page.js';
import type { OperationPage } from './site-page.js';
import type { SiteVersion } from './site-version.js';

export function postmanCollection({ list, pages, version }: SiteVersion): string {
  const folders = [...pages.values()].flatMap((page) => {
    if (page.kind !== 'group') return [];
    const item = page.operations.flatMap(({ link }) => {
      const operation = pages.get(link);
      return operation?.kind === 'operation' ? [requestOf(operation, version)] : [];
    });
    return [{ name: page.title, item }];
  });
  return JSON.stringify({
    info: {
      name: `${list.title} ${version}`,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    variable: [{ key: 'baseUrl', value: baseUrlOf([...pages.values()], version) }],
    item: folders,
  });
}

function requestOf({ title, operation }: OperationPage, version: string) {
  const { method, path, parameters, examples, description } = operation;
  const within = (place: string) => parameters.filter((parameter) => parameter.in === place);
  const segments = path.split('/').filter((segment) => segment !== '');
  const { request } = examples;
  return {
    name: title,
    request: {
      method,
      ...(description !== undefined && { description: description.replaceAll(versionMark, version) }),
      header: [
        ...within('header').map(({ name, required }) => ({ key: name, value: '', disabled: !required })),
        ...(request ? [{ key: 'Content-Type', value: request.mediaType }] : []),
      ],
      url: {
        raw: `{{baseUrl}}${path.replace(/\{([^{}]*)\}/g, ':$1')}`,
        host: ['{{baseUrl}}'],
        path: segments.map((segment) => segment.replace(/^\{([^{}]*)\}$/, ':$1')),
        query: within('query').map(({ name, required }) => ({ key: name, value: '', disabled: !required })),
        variable: within('path').map(({ name }) => ({ key: name, value: '' })),
      },
      ...(request && {
        body: { mode: 'raw', raw: JSON.stringify(request.body, null, 2), options: { raw: { language: 'json' } } },
      }),
    },
  };
}

/** Returns the part of the samples' URLs before the paths of operations. */
function baseUrlOf(pages: readonly { readonly kind: string }[], version: string): string {
  for (const page of pages as readonly (OperationPage | { readonly kind: '' })[]) {
    if (page.kind !== 'operation') continue;
    const url = /https?:\/\/[^\s'"]+/.exec(page.operation.code.curl)?.[0] ?? '';
    const start = page.operation.path.split('{')[0] ?? '';
    const end = url.indexOf(start, 'https://'.length + 1);
    if (start.length > 1 && end > 0) return url.slice(0, end).replaceAll(versionMark, version);
  }
  return 'http://localhost';
}
