/** Pages that follow the header `Link` (RFC 8288). */
import type { Paging } from './paging.js';

export function linkPaging<Item>(items?: string): Paging<Item> {
  return {
    ...(items !== undefined && { items }),
    next: ({ response }) => {
      const url = nextLink(response.headers.get('link') ?? '');
      return url === undefined ? undefined : { url };
    },
  };
}

/** Returns the target of the relation `next`. */
function nextLink(header: string): string | undefined {
  for (const [, url, parameters = ''] of header.matchAll(
    /<([^>]*)>((?:\s*;\s*[\w*!#$&+.^`|~-]+\s*(?:=\s*(?:"[^"]*"|[^\s",;]+))?)*)/g,
  )) {
    const [, quoted, plain] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s",;]+))/i.exec(parameters) ?? [];
    if ((quoted ?? plain ?? '').toLowerCase().split(/\s+/).includes('next')) return url;
  }
  return undefined;
}
