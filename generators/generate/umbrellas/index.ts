export { printUmbrellas, type UmbrellaDependencies } from './print-umbrellas.js';
export type { Umbrella } from './umbrella.js';
export { umbrellasOf } from './umbrellas-of.js';
