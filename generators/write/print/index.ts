export { printJson } from './print-json.js';
export { printModule, type PrintOptions } from './print-module.js';
