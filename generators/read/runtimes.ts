/** Reads the runtimes that generated packages depend on, as tarballs. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from '../document/path.js';
import { LadingError } from '../diagnostics/index.js';
import { filesBelow } from './package-digests.js';
import { tarballOf, type PackedFile } from './tarball.js';

/** A package that travels with the generated ones. */
export interface RuntimePackage {
  readonly name: string;
  readonly version: string;
  readonly tarball: Buffer;
}

interface RuntimeManifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/**
 * Returns those of the packages that are runtimes, and the runtimes that they depend on, sorted by name.
 *
 * @param folder the folder with a folder per runtime
 * @param names names of packages, of which the others are ignored
 * @throws READ_MISSING if a runtime is not built
 */
export function readRuntimes(folder: string, names: Iterable<string>): readonly RuntimePackage[] {
  const available = new Map(runtimesIn(folder).map((runtime) => [runtime.manifest.name, runtime]));
  const wanted = new Set<string>();
  const add = (name: string): void => {
    const runtime = available.get(name);
    if (runtime === undefined || wanted.has(name)) return;
    wanted.add(name);
    Object.keys(runtime.manifest.dependencies ?? {}).forEach(add);
  };
  [...names].forEach(add);
  return [...wanted]
    .sort()
    .flatMap((name) => available.get(name) ?? [])
    .map(packed);
}

function runtimesIn(folder: string) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((each) => existsSync(join(each, 'package.json')))
    .map((each) => {
      return {
        folder: each,
        manifest: JSON.parse(readFileSync(join(each, 'package.json'), 'utf8')) as RuntimeManifest,
      };
    });
}

function packed({ folder, manifest }: { readonly folder: string; readonly manifest: RuntimeManifest }): RuntimePackage {
  const { name, version } = manifest;
  const built = join(folder, 'dist');
  const files = existsSync(built) ? filesBelow(built).toSorted() : [];
  const dist = files.filter((path) => !path.endsWith('.tsbuildinfo'));
  if (dist.length === 0) {
    throw new LadingError({
      code: 'READ_MISSING',
      subject: `The runtime ${name} is not built`,
      place: folder,
      remedy: `Build it: npx nx build ${name}. Or set "runtimes" to "registry" in the configuration`,
    });
  }
  const paths = [
    ...(existsSync(join(folder, 'README.md')) ? ['README.md'] : []),
    ...dist.map((path) => `dist/${path}`),
  ];
  const packedFiles = paths.map((path): PackedFile => ({ path, content: readFileSync(join(folder, path)) }));
  return {
    name,
    version,
    tarball: tarballOf([{ path: 'package.json', content: published(manifest) }, ...packedFiles]),
  };
}

/** Returns the manifest without what only the repository of the runtimes uses. */
function published(manifest: object): Buffer {
  const ofRepository = ['scripts', 'devDependencies', 'nx'];
  const ofPackage = Object.entries(manifest).filter(([key]) => !ofRepository.includes(key));
  return Buffer.from(`${JSON.stringify(Object.fromEntries(ofPackage), null, 2)}\n`);
}
