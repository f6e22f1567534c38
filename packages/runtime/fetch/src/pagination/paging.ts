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
