/** The path of the SVG file. */
export const picture: string;

/** Runs the commands and draws their output as SVG. */
export function recording(): string;
