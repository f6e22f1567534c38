/** The options of `lading bump` and `nx g lading:bump`. */
import type { BumpRequest } from '../bump/index.js';
import { chosenSpecification } from '../generate/sources.js';

export interface BumpOptions {
  /** The published document of the version that the new one extends. */
  readonly previous?: string;
  /** The configuration that names the folder of the specification; by default the nearest. */
  readonly config?: string;
  /** The API of the configuration, if it has several. */
  readonly api?: string;
  /** The folder of the specification; by default that of the configuration. */
  readonly spec?: string;
  /** The folder to generate into, as a separate workspace. */
  readonly out?: string;
}

export async function bumpRequest(document: string, options: BumpOptions): Promise<BumpRequest> {
  const { previous } = options;
  return { document, spec: await chosenSpecification(options), ...(previous !== undefined && { previous }) };
}
