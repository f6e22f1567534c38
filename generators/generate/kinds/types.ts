/** The types of a version. */
import type { TypesContext } from '../../code/index.js';
import { typesContext, typesPackage, type TypesPackage } from '../../emit/types/index.js';
import { baseOf, needed, type Kind, type VersionToMake } from './kind.js';

export const types: Kind<TypesPackage> = {
  name: 'types',
  needs: [],
  isCode: true,
  isPure: true,
  make: (version) => {
    const { described, naming, identifiers, paths, head, prose } = version;
    return typesPackage(described.api, {
      naming,
      identifiers,
      paths,
      head,
      readmes: prose.readmes,
      ...baseOf(types, version),
    });
  },
};

/** The types of a version as other emitters see them. */
export function typesOf(
  { described, alreadyEmitted }: VersionToMake,
  version = described.version,
): { readonly plain: TypesContext; readonly exact: TypesContext } {
  const { emitted, exact } = needed(alreadyEmitted(types, version));
  return { plain: typesContext(emitted), exact: typesContext(exact) };
}
