/** How the pages of an operation follow each other, as data. */

/** Finds the next page from a response. Names of parameters are those of the operation; pointers are JSON pointers. */
export interface Paging<Item> {
  /** The array of items in the body; the body itself by default. */
  readonly items?: string;
  /** Returns what the next call changes; undefined after the last page. */
  readonly next: (page: Page) => NextCall | undefined;
  /** For the type checker only; absent at runtime. */
  readonly types?: { readonly item: Item };
}

/** A page that was received. */
export interface Page {
  readonly body: unknown;
  readonly items: readonly unknown[];
  readonly response: Response;
  /** Returns the value that a parameter had in the call of this page. */
  readonly parameter: (name: string) => unknown;
}

/** The next call: a URL, or parameters to replace. */
export type NextCall = { readonly url: string } | { readonly parameters: Readonly<Record<string, unknown>> };

/** Returns the value at a JSON pointer; undefined if there is none. */
export function valueAt(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (inner, key) =>
        typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
          ? (inner as Readonly<Record<string, unknown>>)[key]
          : undefined,
      value,
    );
}

/** Pages that follow a cursor in the body, or a URL in it. */
export interface CursorOptions {
  /** The query parameter that takes the cursor. Without one, the value is the URL of the next page. */
  readonly parameter?: string;
  /** The JSON pointer of the cursor in the body. */
  readonly next: string;
  readonly items?: string;
}

export function cursorPaging<Item>({ parameter, next, items }: CursorOptions): Paging<Item> {
  return {
    ...(items !== undefined && { items }),
    next: ({ body }) => {
      const cursor = valueAt(body, next);
      if (cursor === undefined || cursor === null || cursor === '' || cursor === false) return undefined;
      return parameter === undefined ? { url: String(cursor) } : { parameters: { [parameter]: cursor } };
    },
  };
}

/** Pages that follow the header `Link` (RFC 8288). */
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

/** Pages that a number in the query selects: the offset of the first item, or the number of the page. */
export interface OffsetOptions {
  /** The query parameter with the number. */
  readonly parameter: string;
  /** Whether the parameter counts `items` to skip, or `pages`. */
  readonly counts: 'items' | 'pages';
  /** The value of the first page. @default 0 for items, 1 for pages */
  readonly first?: number;
  readonly items?: string;
}

/** The first page without items is the end. */
export function offsetPaging<Item>({ parameter, counts, first, items }: OffsetOptions): Paging<Item> {
  const start = first ?? (counts === 'items' ? 0 : 1);
  return {
    ...(items !== undefined && { items }),
    next: (page) => {
      if (page.items.length === 0) return undefined;
      const current = Number(page.parameter(parameter) ?? start);
      return { parameters: { [parameter]: current + (counts === 'items' ? page.items.length : 1) } };
    },
  };
}
