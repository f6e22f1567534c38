export { printModule, type PrintOptions } from './print-module.js';
