export { fetchDocument, saveCopies, type FetchedDocument, assertIntegrity } from './fetch-document.js';
export { documentUrl } from './document-url.js';
export { isUrl, printableUrl } from '../diagnostics/index.js';
export { copyPath } from './copy-path.js';
