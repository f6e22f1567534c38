/** The options of `lading bump` and `nx g lading:bump`. */
import type { BumpRequest } from '../bump/index.js';
import { repositoryPath } from './repository.js';

export interface BumpOptions {
  /** The published document of the version that the new one extends. */
  readonly previous?: string;
  /** The folder of the specification; by default that of this repository. */
  readonly spec?: string;
  /** The folder to generate into, as a separate workspace. */
  readonly out?: string;
}

export function bumpRequest(document: string, { previous, spec }: BumpOptions): BumpRequest {
  return { document, spec: spec ?? repositoryPath('spec'), ...(previous !== undefined && { previous }) };
}
