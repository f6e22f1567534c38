/** The words of the search that a configuration adds: synonyms, and phrases by which readers look for a place. */
import { readFileSync } from 'node:fs';
import { DocsError } from '../docs-error.js';

export interface SearchWords {
  /** Groups of words or phrases that mean the same. */
  readonly synonyms: readonly (readonly string[])[];
  /** The phrases of an entry, by the name of a schema, a property, a parameter, a page, or the id of an operation. */
  readonly keywords: Readonly<Record<string, readonly string[]>>;
}

export const noSearchWords: SearchWords = { synonyms: [], keywords: {} };

/** @throws DocsError if the file is no JSON object with `synonyms` and `keywords` */
export function readSearchWords(file: string): SearchWords {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new DocsError(`${file} cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const { synonyms = [], keywords = {}, ...others } = isObject(content) ? content : { '': content };
  const unknown = Object.keys(others);
  if (unknown.length > 0) throw new DocsError(`${file} must contain an object with "synonyms" and "keywords" alone`);
  if (!Array.isArray(synonyms) || !synonyms.every((group) => isPhrases(group) && group.length > 1))
    throw new DocsError(`${file}: "synonyms" must be an array of groups, each of two phrases or more`);
  if (!isObject(keywords) || !Object.values(keywords).every(isPhrases))
    throw new DocsError(`${file}: "keywords" must be an object with an array of phrases for each place`);
  return {
    synonyms: synonyms.map((group: readonly string[]) => group.map((phrase) => phrase.toLowerCase())),
    keywords: keywords as SearchWords['keywords'],
  };
}

/** Whether a value of JSON is an object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Phrases are separated by ` ¦ ` in the index. */
function isPhrases(value: unknown): value is readonly string[] {
  const isPhrase = (phrase: unknown) => typeof phrase === 'string' && phrase.trim() !== '' && !phrase.includes('¦');
  return Array.isArray(value) && value.every(isPhrase);
}
