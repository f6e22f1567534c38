/** The marker before the diagram. */
export const begin: string;
/** The marker after the diagram. */
export const end: string;

/** A Mermaid diagram of the folders of the generator, the packages and the tools, and of their allowed imports. */
export function architecture(): string;

/** @returns the page with the diagram between the two markers */
export function withArchitecture(text: string): string;
