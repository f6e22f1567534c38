/** Runs two third-party checkers of packages, which are installed separately from the repository. */
import { group } from '@lading/run/installs';
import type { Files } from '../../src/contents.js';

/** The used part of publint. */
interface Publint {
  publint(options: {
    readonly pkgDir: string;
    readonly pack: { readonly files: readonly { readonly name: string; readonly data: Uint8Array }[] };
    readonly strict: boolean;
  }): Promise<{ readonly messages: readonly object[] }>;
}

interface TypeProblem {
  readonly kind: string;
  readonly resolutionKind?: string;
}

/** The used part of arethetypeswrong. */
interface TypesChecker<Package> {
  createPackageFromTarballData(tarball: Uint8Array): Package;
  checkPackage(checked: Package): Promise<{ readonly types: unknown; readonly problems?: readonly TypeProblem[] }>;
}

const requireRunner = group('registry').require;

/** The messages of publint, including suggestions. */
export async function publintOf(files: Files): Promise<readonly object[]> {
  const { publint } = (await import(requireRunner.resolve('publint'))) as Publint;
  const all = [...files].map(([path, data]) => ({ name: `package/${path}`, data }));
  return (await publint({ pkgDir: 'package', pack: { files: all }, strict: true })).messages;
}

/**
 * The problems that arethetypeswrong reports; undefined for a package without types. Two kinds are ignored: module
 * resolution without `exports` (before Node 12; TypeScript 7 no longer supports it), and `require` of an ES module, which
 * Node supports since 20.19.
 */
export async function typeProblemsOf(tarball: Uint8Array): Promise<readonly TypeProblem[] | undefined> {
  const { checkPackage, createPackageFromTarballData } = (await import(
    requireRunner.resolve('@arethetypeswrong/core')
  )) as TypesChecker<unknown>;
  const { types, problems = [] } = await checkPackage(createPackageFromTarballData(tarball));
  if (types === false) return undefined;
  return problems.filter(({ kind, resolutionKind }) => kind !== 'CJSResolvesToESM' && resolutionKind !== 'node10');
}
