/** Packages that are optional peers. */
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Thrown if a package is not installed. */
export class MissingPackage extends Error {
  constructor(name: string) {
    super(`the package ${name} is not installed: npm install ${name}`);
  }
}

/** Finds a package, or a file of it, beside this package or in the current folder. @throws MissingPackage */
export function pathOfOptional(name: string, file = ''): string {
  for (const from of [import.meta.url, join(process.cwd(), 'package.json')]) {
    try {
      return createRequire(from).resolve(`${name}${file}`);
    } catch {
      continue;
    }
  }
  throw new MissingPackage(name);
}
