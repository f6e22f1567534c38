export type { Versions } from './home.js';
export { reportJson } from './json.js';
export { reportMarkdown } from './markdown.js';
export { reportTerminal, type TerminalOptions } from './terminal.js';
