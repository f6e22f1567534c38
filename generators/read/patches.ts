/** The corrections of published documents: one mistake a file, with the documents it names and its proof. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { get, isArray, isObject, objectOf, type Correction } from '../document/index.js';
import { LadingError } from '../diagnostics/index.js';
import { readContent, reportFileRead } from './content.js';

/**
 * Every patch of a folder, in the order of their names, which is the order in which they are applied. The files of its
 * folder `versions` list patches that a further version needs too: `versions/1.45.yaml`.
 *
 * @throws PATCH_STRUCTURE
 */
export function readPatches(folder: string): readonly Correction[] {
  const names = yamlFilesIn(folder);
  const further = existsSync(join(folder, 'versions')) ? furtherVersions(join(folder, 'versions'), names) : [];
  return names.map((name) => {
    const patch = readPatch(join(folder, name));
    const versions = further.flatMap(({ version, patches }) => (patches.includes(name) ? [version] : []));
    return { ...patch, appliesTo: [...new Set([...patch.appliesTo, ...versions])] };
  });
}

function yamlFilesIn(folder: string): readonly string[] {
  reportFileRead(folder);
  return namesIn(folder)
    .filter((name) => name.endsWith('.yaml'))
    .sort((a, b) => (a < b ? -1 : 1));
}

interface VersionPatches {
  readonly version: string;
  /** Names of files. */
  readonly patches: readonly string[];
}

function furtherVersions(folder: string, names: readonly string[]): readonly VersionPatches[] {
  return yamlFilesIn(folder).map((name) => {
    const file = join(folder, name);
    const content = readContent(file);
    const listed = isObject(content) ? get(content, 'patches') : undefined;
    if (!isArray(listed)) throw wrong(file, 'patches', 'a list of patches');
    const patches = listed.map((entry) => `${String(entry)}.yaml`);
    const stranger = patches.find((patch) => !names.includes(patch));
    if (stranger !== undefined) throw wrong(file, 'patches', `names of patches, which ${stranger} is not`);
    return { version: basename(name, '.yaml'), patches };
  });
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

function readPatch(file: string): Correction {
  const content = readContent(file);
  const patch = isObject(content) ? get(content, 'x-lading-patch') : undefined;
  const versions = isObject(patch) ? get(patch, 'applies-to') : undefined;
  const proof = isObject(patch) ? get(patch, 'proof') : undefined;
  if (!isObject(content) || !isArray(versions) || versions.length === 0)
    throw wrong(file, 'x-lading-patch/applies-to', 'the versions that it corrects');
  if (typeof proof !== 'string' || proof.trim() === '')
    throw wrong(file, 'x-lading-patch/proof', 'how the mistake was seen');
  const overlay = objectOf(Object.entries(content).filter(([key]) => key !== 'x-lading-patch'));
  return { file, content: overlay, appliesTo: versions.map(String), proof };
}

function wrong(file: string, key: string, expected: string): LadingError {
  return new LadingError({
    code: 'PATCH_STRUCTURE',
    subject: `Here must stand ${expected}`,
    place: `${file}#/${key}`,
    remedy: 'Say which documents the patch corrects and how the mistake was seen',
  });
}
