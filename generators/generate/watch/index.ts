export { eventText, type WatchEvent } from './event.js';
export { watch, type WatchOptions } from './watch.js';
