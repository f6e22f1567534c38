export { Router } from './router.js';
export { splitUrl } from './split-url.js';
