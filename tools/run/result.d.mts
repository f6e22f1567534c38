/** Returns the page with the text between two markers replaced. */
export function withResult(text: string, name: string, result: string): string;

/** Replaces the text between two markers of a page. */
export function writeResult(page: string | URL, name: string, result: string): void;

/** Reads the rows of the table between two markers of a page: their cells by the first ones, of which `keys` tell them apart. */
export function rowsOf(page: string | URL, name: string, keys?: number): Map<string, string[]>;
