/** All journeys. */
import { bindings } from './bindings.mjs';
import { bump } from './bump.mjs';
import { generator } from './generator.mjs';
import { workspaces } from './workspaces.mjs';

/** @type {readonly import('../harness/journey.mjs').Journey[]} */
export const journeys = [...generator, ...workspaces, ...bindings, ...bump];
