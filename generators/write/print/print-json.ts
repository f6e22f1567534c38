/** A JSON file → its text: in prettier's format, or compact. */
import { compactJson, readableJson, type JsonFile, type OutputFile } from '../../code/index.js';

export function printJson({ path, json, isCompact, isBuilt }: JsonFile): OutputFile {
  const text = isCompact ? compactJson(json) : readableJson(json);
  return { path, text, printed: true, ...(isBuilt && { isBuilt }) };
}
