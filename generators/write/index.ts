export { formatText } from './format-text.js';
export { digestOf, recall, remember } from './memo.js';
export { manifestName } from './safe-path.js';
export { writeTree, type FileStatus, type WriteOptions, type WriteReport } from './write-tree.js';
export { removePaths, writeTexts } from './write-texts.js';
