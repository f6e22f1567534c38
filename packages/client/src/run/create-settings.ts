/** The settings for a new container that every generated API version accepts. */
import type { AnyEngine } from '../../gen/engine.js';

/** The request body of any of the versions. */
type CreateBody = Parameters<AnyEngine['container']['create']>[0]['body'];

/** The intersection of all types of a union: a value of it is accepted where any of them is. */
type Intersection<Union> = (Union extends unknown ? (value: Union) => void : never) extends (value: infer All) => void
  ? All
  : never;

export type CreateSettings = Intersection<CreateBody>;
