/** Pages that follow a cursor in the body, or a URL in it. */
import { valueAt, type Paging } from './paging.js';

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
