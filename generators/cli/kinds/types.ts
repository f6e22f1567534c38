/** The types of a version. */
import { pathsText, typesDoor, typesPackage, type TypesDoor, type TypesPackage } from '../../emit/types/index.js';
import { baseOf, needed, type Kind, type VersionToMake } from './kind.js';

export const types: Kind<TypesPackage> = {
  name: 'types',
  needs: [],
  isCode: true,
  isPure: true,
  make: (version) => {
    const { described, naming, paths, openapi, prose } = version;
    const { api } = described;
    return typesPackage(api, {
      naming,
      readmes: prose.readmes,
      ...baseOf(types, version),
      ...(paths && { paths: (names) => pathsText(api, openapi(), names) }),
    });
  },
};

/** The types of a version by the doors through which other emitters see them. */
export function typeRooms(
  { described, made }: VersionToMake,
  version = described.version,
): { readonly plain: TypesDoor; readonly exact: TypesDoor } {
  const { emitted, exact } = needed(made(types, version));
  return { plain: typesDoor(emitted), exact: typesDoor(exact) };
}
