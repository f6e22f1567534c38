/** The file of the picture. */
export const picture: string;

/** Runs the commands and draws what they print, as SVG. */
export function recording(): string;
