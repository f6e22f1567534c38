/** What the package.json and the README of a contract package say. */
import { shortVersion, titleLine, wireRuntime, type Api, type PackageManifest } from '../../emitter/index.js';
import { contractEntries, type ContractNames } from './names.js';
import { readmeTemplate } from './readme-template.js';

export function manifestOf({ title, version, operations }: Api, names: ContractNames): PackageManifest {
  const [first] = operations;
  const facts = {
    operations: operations.length,
    schemas: names.schemas.length,
    id: first?.id ?? 'Operation',
    constant: first === undefined ? 'operation' : names.operation(first).name,
  };
  return {
    runtime: wireRuntime,
    description: `The operations of ${titleLine(title)}, version ${shortVersion(version)}, as data`,
    entries: contractEntries.map((entry) => `${entry}/index`),
    readme: { template: readmeTemplate, facts },
  };
}
