/** Generates the client of a document, and loads it bundled, without an installation. */
import { loadGenerated } from '../../any-api/workspace/generated.mjs';

/**
 * @param configuration what the configuration has besides the document
 * @returns the module of the client, of type `Module`
 */
export async function loadClient<Module>(document: string, configuration: object = {}): Promise<Module> {
  const { client } = await loadGenerated(document, 'zod', { kinds: ['client'], configuration });
  return client as Module;
}
