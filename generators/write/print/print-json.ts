/** A JSON file → its text in prettier's format. */
import { readableJson, type JsonFile, type OutputFile } from '../../code/index.js';

export function printJson({ path, json, isBuilt }: JsonFile): OutputFile {
  return { path, text: readableJson(json), printed: true, ...(isBuilt && { isBuilt }) };
}
