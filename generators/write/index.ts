export { formatText } from './format-text.js';
export { digestOf } from './digest.js';
export { inputsDigest, readCached, writeCached } from './result-cache.js';
export { folded, manifestName, pathError } from './safe-path.js';
export { writeTree, type FileStatus, type WriteOptions, type WriteReport } from './write-tree.js';
export { onDisk } from './failure.js';
export { createTemporaryFolder, removeTemporaryFolder } from './temporary-folder.js';
export { assertNew, completeInterrupted, writeFiles, type FileText } from './write-files.js';
