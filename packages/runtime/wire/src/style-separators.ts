/** The separators of the styles of parameters: clients write them, and servers split at them. */
import type { StyleEncoding } from './encoding.js';

/** What is before the first value, between exploded values, and between values that are not exploded. */
export const styleSeparators: Readonly<
  Record<StyleEncoding['style'], readonly [prefix: string, exploded: string, joined: string]>
> = {
  simple: ['', ',', ','],
  label: ['.', '.', ','],
  matrix: [';', ';', ','],
  form: ['', '&', ','],
  spaceDelimited: ['', '&', '%20'],
  tabDelimited: ['', '&', '%09'],
  pipeDelimited: ['', '&', '%7C'],
  deepObject: ['', '&', ','],
};
