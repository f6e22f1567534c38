export { alike } from './alike.js';
export { kept } from './kept.js';
export { memo } from './memo.js';
export { memoBy } from './memo-by.js';
