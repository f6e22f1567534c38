/** The corrections of published documents: one mistake a file, with the documents it names and its proof. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { get, isArray, isObject, objectOf, type Json } from '../document/index.js';
import { LadingError } from '../problem/index.js';
import { readContent, tell } from './content.js';

export interface PatchFile {
  readonly file: string;
  /** The overlay that corrects the mistake. */
  readonly content: Json;
  /** The versions whose published documents have it. */
  readonly appliesTo: readonly string[];
  /** How it was seen that engines do otherwise. */
  readonly proof: string;
}

/** Every patch of a folder, in the order of their names, which is the order in which they are applied. @throws PATCH_SHAPE */
export function readPatches(folder: string): readonly PatchFile[] {
  tell(folder);
  const names = namesIn(folder).filter((name) => name.endsWith('.yaml'));
  return [...names].sort((a, b) => (a < b ? -1 : 1)).map((name) => readPatch(join(folder, name)));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    throw new LadingError({
      code: 'READ_MISSING',
      subject: 'The folder does not exist or cannot be read',
      place: folder,
      remedy: 'Check the path and its permissions',
    });
  }
}

function readPatch(file: string): PatchFile {
  const content = readContent(file);
  const patch = isObject(content) ? get(content, 'x-lading-patch') : undefined;
  const versions = isObject(patch) ? get(patch, 'applies-to') : undefined;
  const proof = isObject(patch) ? get(patch, 'proof') : undefined;
  if (!isObject(content) || !isArray(versions) || versions.length === 0)
    throw wrong(file, 'applies-to', 'the versions that it corrects');
  if (typeof proof !== 'string' || proof.trim() === '') throw wrong(file, 'proof', 'how the mistake was seen');
  const overlay = objectOf(Object.entries(content).filter(([key]) => key !== 'x-lading-patch'));
  return { file, content: overlay, appliesTo: versions.map(String), proof };
}

function wrong(file: string, key: string, expected: string): LadingError {
  return new LadingError({
    code: 'PATCH_SHAPE',
    subject: `Here must stand ${expected}`,
    place: `${file}#/x-lading-patch/${key}`,
    remedy: 'Say which documents the patch corrects and how the mistake was seen',
  });
}
