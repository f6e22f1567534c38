export { carry, type Carried, type Doubt, type Step } from './carry.js';
export { withoutEnded } from './ended.js';
export { factsOf } from './facts.js';
export { withoutProduct } from './neutral.js';
export { namesOf, withNames, type Names } from './rename.js';
export { textsChanged } from './texts.js';
export { unwrittenIn } from './unwritten.js';
