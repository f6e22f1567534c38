export { asOf } from './as-of.js';
export { carry, type Carried, type Doubt, type Step } from './carry.js';
export { factsOf } from './facts.js';
export { withoutProduct } from './neutral.js';
export { namesOf, withNames, type Names } from './rename.js';
export { textsChanged, type TextChange } from './texts.js';
export { unwrittenIn } from './unwritten.js';
