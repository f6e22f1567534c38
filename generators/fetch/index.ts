export { fetchDocument, saveCopies, type FetchedDocument } from './fetch-document.js';
export { documentUrl, isUrl, printableUrl } from './document-url.js';
export { copyPath } from './copy-path.js';
export { assertIntegrity } from './integrity.js';
