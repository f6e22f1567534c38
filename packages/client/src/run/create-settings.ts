/** The settings with which a container is created, as every generated version of the API takes them. */
import type { AnyEngine } from '../../gen/engine.js';

/** The body of one of the versions. */
type CreateBody = Parameters<AnyEngine['container']['create']>[0]['body'];

/** What all members of a union have in common as input: a parameter of the type must accept a value for each of them. */
type Intersection<Union> = (Union extends unknown ? (value: Union) => void : never) extends (value: infer All) => void
  ? All
  : never;

export type CreateSettings = Intersection<CreateBody>;
