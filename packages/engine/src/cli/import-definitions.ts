/** Imports the definitions of images that a command line names. */
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ImageDefinition } from '../definitions/image-definition.js';

/**
 * @param module the name of a package that is installed in the current folder or beside the engine, or the path of a file
 * @throws Error for a module without definitions
 */
export async function importDefinitions(module: string): Promise<readonly ImageDefinition[]> {
  const { imageDefinitions } = (await import(addressOf(module))) as { readonly imageDefinitions?: unknown };
  if (!Array.isArray(imageDefinitions)) throw new Error(`${module}: it exports no array imageDefinitions`);
  return imageDefinitions as ImageDefinition[];
}

function addressOf(module: string): string {
  if (/^\.{0,2}\//.test(module)) return pathToFileURL(resolve(module)).href;
  try {
    return pathToFileURL(createRequire(join(process.cwd(), 'package.json')).resolve(module)).href;
  } catch {
    // Packages that are installed beside the engine are found from here.
    return module;
  }
}
