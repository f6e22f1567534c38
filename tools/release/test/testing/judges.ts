/** Two judges of packages, which are installed apart from the repository. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { runners } from './runners.js';
import type { Files } from '../../src/tarball.js';

/** As far as they are used. */
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

interface TypesJudge<Package> {
  createPackageFromTarballData(tarball: Uint8Array): Package;
  checkPackage(judged: Package): Promise<{ readonly types: unknown; readonly problems?: readonly TypeProblem[] }>;
}

const judge = createRequire(join(runners, 'package.json'));

/** What publint says, suggestions included. */
export async function publintOf(files: Files): Promise<readonly object[]> {
  const { publint } = (await import(judge.resolve('publint'))) as Publint;
  const all = [...files].map(([path, data]) => ({ name: `package/${path}`, data }));
  return (await publint({ pkgDir: 'package', pack: { files: all }, strict: true })).messages;
}

/**
 * What arethetypeswrong says; nothing for a package without types. Two of its questions are not asked: resolution that
 * knows no `exports` (of before Node 12; TypeScript 7 no longer has it), and whether `require` meets an ES module: it
 * does, and loads it, since Node 20.19.
 */
export async function typeProblemsOf(tarball: Uint8Array): Promise<readonly TypeProblem[] | undefined> {
  const { checkPackage, createPackageFromTarballData } = (await import(
    judge.resolve('@arethetypeswrong/core')
  )) as TypesJudge<unknown>;
  const { types, problems = [] } = await checkPackage(createPackageFromTarballData(tarball));
  if (types === false) return undefined;
  return problems.filter(({ kind, resolutionKind }) => kind !== 'CJSResolvesToESM' && resolutionKind !== 'node10');
}
