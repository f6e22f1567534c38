/** All journeys. */
import { bump } from './bump.mjs';
import { generator } from './generator.mjs';

/** @type {readonly import('../harness/journey.mjs').Journey[]} */
export const journeys = [...generator, ...bump];
