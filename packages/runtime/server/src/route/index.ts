export { Router, type Match } from './router.js';
export { splitUrl, type SplitUrl } from './split-url.js';
