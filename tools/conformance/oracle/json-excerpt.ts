// Prints the beginning of a value in the result.

const shownLength = 120;

export const jsonExcerpt = (json: unknown): string =>
  json === undefined ? 'absent' : `\`${JSON.stringify(json).slice(0, shownLength)}\``;
