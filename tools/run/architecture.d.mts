/** What stands in front of the diagram on a page, and behind it. */
export const begin: string;
export const end: string;

/** The folders of the generator, the packages and the tools, and which may import which, in Mermaid. */
export function architecture(): string;

/** @returns the page with the diagram between the two markers */
export function withArchitecture(text: string): string;
