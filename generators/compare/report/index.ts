export { reportJson } from './json.js';
export { reportMarkdown } from './markdown.js';
export { reportTerminal } from './terminal.js';
