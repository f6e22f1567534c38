export { compareApis } from './compare-apis.js';
export { derive, overlayContent, printOverlay } from './derive/index.js';
export { reportJson, reportMarkdown, reportTerminal } from './report/index.js';
