/** Pages that a number in the query selects: the offset of the first item, or the number of the page. */
import type { Paging } from './paging.js';

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
