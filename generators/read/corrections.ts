/** Reads the corrections of published documents: one mistake per file, with its versions and its evidence. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from '../document/path.js';
import { get, isArray, isObject, objectOf, type Correction } from '../document/index.js';
import { LadingError } from '../diagnostics/index.js';
import { readContent, reportFileRead } from './content.js';

/**
 * Reads the corrections of a folder in the order of their names, which is the order of application. The files of its folder
 * `versions` list the corrections that a further version needs too: `versions/1.45.yaml`.
 *
 * @throws CORRECTION_STRUCTURE
 */
export function readCorrections(folder: string): readonly Correction[] {
  const names = yamlFilesIn(folder);
  const further = existsSync(join(folder, 'versions')) ? furtherVersions(join(folder, 'versions'), names) : [];
  return names.map((name) => {
    const correction = readCorrection(join(folder, name));
    const versions = further.flatMap(({ version, files }) => (files.includes(name) ? [version] : []));
    return { ...correction, appliesTo: [...new Set([...correction.appliesTo, ...versions])] };
  });
}

function yamlFilesIn(folder: string): readonly string[] {
  reportFileRead(folder);
  return namesIn(folder)
    .filter((name) => name.endsWith('.yaml'))
    .sort((a, b) => (a < b ? -1 : 1));
}

interface VersionCorrections {
  readonly version: string;
  /** The names of the files. */
  readonly files: readonly string[];
}

function furtherVersions(folder: string, names: readonly string[]): readonly VersionCorrections[] {
  return yamlFilesIn(folder).map((name) => {
    const file = join(folder, name);
    const content = readContent(file);
    const listed = isObject(content) ? get(content, 'corrections') : undefined;
    if (!isArray(listed)) throw wrong(file, 'corrections', 'an array of names of corrections');
    const files = listed.map((entry) => `${String(entry)}.yaml`);
    const unknownFile = files.find((correction) => !names.includes(correction));
    if (unknownFile !== undefined)
      throw wrong(file, 'corrections', `names of corrections, but ${unknownFile} does not exist`);
    return { version: basename(name, '.yaml'), files };
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

function readCorrection(file: string): Correction {
  const content = readContent(file);
  const metadata = isObject(content) ? get(content, 'x-lading-correction') : undefined;
  const versions = isObject(metadata) ? get(metadata, 'applies-to') : undefined;
  const evidence = isObject(metadata) ? get(metadata, 'evidence') : undefined;
  if (!isObject(content) || !isArray(versions) || versions.length === 0)
    throw wrong(file, 'x-lading-correction/applies-to', 'the versions whose documents it corrects');
  if (typeof evidence !== 'string' || evidence.trim() === '')
    throw wrong(file, 'x-lading-correction/evidence', 'the evidence of the mistake');
  const overlay = objectOf(Object.entries(content).filter(([key]) => key !== 'x-lading-correction'));
  return { file, content: overlay, appliesTo: versions.map(String), evidence };
}

function wrong(file: string, key: string, expected: string): LadingError {
  return new LadingError({
    code: 'CORRECTION_STRUCTURE',
    subject: `Expected ${expected}`,
    place: `${file}#/${key}`,
    remedy: 'Name the versions that the correction applies to, and the evidence of the mistake',
  });
}
