export type { Match, RouteFinder } from './match.js';
