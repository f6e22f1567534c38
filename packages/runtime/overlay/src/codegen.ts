/** The one door by which generated overlays enter. */
export * from './index.js';
