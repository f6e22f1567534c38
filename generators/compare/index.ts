export { compareApis } from './compare-apis.js';
export { derive, overlayContent, printOverlay } from './derive/index.js';
export { reportJson, reportMarkdown, reportTerminal, type TerminalOptions, type Versions } from './report/index.js';
