export { compareApis } from './compare-apis.js';
export { derive, overlayContent, printOverlay } from './derive/index.js';
export { reportJson, reportMarkdown, reportTerminal } from './report/index.js';
export { packApis, unpackApi, type PackedApis } from './packed-apis.js';
