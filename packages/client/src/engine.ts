/** The engines of all generated clients, told apart by the version that they speak. */
import type { Engine as Generated141 } from '@lading/client-v1.41';
import type { Engine as Generated144 } from '@lading/client-v1.44';

/** An engine in API version 1.44. */
export type EngineV144 = Generated144 & { readonly version: '1.44' };
/** An engine in API version 1.41. */
export type EngineV141 = Generated141 & { readonly version: '1.41' };

/** What `connect` gives: narrow it by `version` where versions differ. */
export type Engine = EngineV144 | EngineV141;

/** The engine of any generated client, also one that was made by that client's own `connect`. */
export type AnyEngine = Generated144 | Generated141;
