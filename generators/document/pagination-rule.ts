/** The pages of operations, declared outside their document. */
import type { OperationPatterns } from './operation-filter.js';

/** How the pages of some operations follow each other. */
export interface PaginationRule {
  readonly operations: OperationPatterns;
  /** The value of `x-lading-pagination`; false for operations without pages. */
  readonly pages: false | PagesDeclaration;
}

export interface PagesDeclaration {
  readonly kind: 'link' | 'cursor' | 'offset' | 'page';
  /** The JSON pointer of the items in the body; absent if the body is the array of items. */
  readonly items?: string;
  /** The query parameter that takes the cursor, the offset or the number of the page. */
  readonly parameter?: string;
  /** The JSON pointer of the cursor, or of the URL of the next page, in the body. */
  readonly next?: string;
  /** The number of the first page. @default 0 for `offset`, 1 for `page` */
  readonly first?: number;
}
