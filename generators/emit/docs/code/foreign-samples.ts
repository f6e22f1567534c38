/** The samples of code that a document contains: the extension `x-codeSamples` of an operation. */
import { get, isArray, isObject, type Json, type Operation } from '../../../emitter/index.js';
import type { CodeSample } from '../page.js';

const keys = ['x-codeSamples', 'x-code-samples'];

export function foreignSamples({ extensions = {} }: Operation): readonly CodeSample[] {
  const samples = keys.map((key) => extensions[key] as Json | undefined).find(isArray) ?? [];
  return samples.flatMap((sample): readonly CodeSample[] => {
    const [language, label, source] = ['lang', 'label', 'source'].map((key) => isObject(sample) && get(sample, key));
    if (typeof source !== 'string') return [];
    const name = typeof language === 'string' ? language : 'text';
    return [{ title: typeof label === 'string' ? label : name, language: languageOf(name), text: source }];
  });
}

/** Returns the name of a language in Markdown: `C#` → `csharp`. */
function languageOf(name: string): string {
  const plain = name.toLowerCase().replace('#', 'sharp').replace('++', 'pp');
  return /^[a-z][a-z0-9-]*$/.test(plain) ? plain : 'text';
}
