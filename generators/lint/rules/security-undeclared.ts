/** A rule about security requirements. */
import { at, get, isArray, isObject } from '../../document/index.js';
import { remarksOf } from '../group-by.js';
import type { LintRule } from '../rule.js';

/** The types of security schemes, those of Swagger 2.0 last. */
const types: readonly unknown[] = ['apiKey', 'http', 'oauth2', 'openIdConnect', 'mutualTLS', 'basic'];

/** A requirement of a scheme that is not declared, or has an unknown type: clients cannot send credentials of it. */
export const securityUndeclared: LintRule = {
  name: 'security-undeclared',
  severity: 'warning',
  check: ({ root, dialect, operations }) => {
    const place = dialect === 'swagger-2.0' ? ['securityDefinitions'] : ['components', 'securitySchemes'];
    const isKnown = (name: string): boolean => {
      const scheme = at(root, [...place, name]);
      return isObject(scheme) && ('$ref' in scheme || types.includes(get(scheme, 'type')));
    };
    const sites = [{ path: [], value: root }, ...operations];
    const found = sites.flatMap(({ path, value }) => {
      const security = get(value, 'security');
      return (isArray(security) ? security : []).flatMap((requirement, index) =>
        Object.keys(isObject(requirement) ? requirement : {})
          .filter((name) => !isKnown(name))
          .map((name) => ({
            path: [...path, 'security', String(index), name],
            meaning: `The required security scheme "${name}" has no declaration with a known type in ${place.join('.')}, so that servers reject requests`,
          })),
      );
    });
    return remarksOf(found);
  },
};
