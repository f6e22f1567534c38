/** The warnings about documents that use what generated packages do not support. */
import { visible } from '../code/index.js';
import { pointerOf } from '../document/index.js';
import { featuresOf, methods, type Api, type Operation } from '../ir/index.js';
import type { LintFinding } from '../lint/index.js';
import type { VersionEmitter } from '../emitter/index.js';
import type { EmitterOptions } from './pipeline/index.js';

/** Returns a warning for each use of a feature and each of these emitters whose packages do not support it. */
export function unsupportedFeatures(
  api: Api,
  document: string,
  emitters: readonly VersionEmitter[],
  options: EmitterOptions = {},
): readonly LintFinding[] {
  const uses = featuresOf(api);
  return emitters.flatMap((emitter) => {
    const { name } = emitter;
    const instead = emitter.unsupported?.(options[name] ?? {}) ?? {};
    return uses.flatMap(({ feature, operation, subject }): readonly LintFinding[] => {
      const what = instead[feature];
      if (what === undefined) return [];
      // The texts of a document are untrusted: nothing in them controls a terminal.
      const sentence = visible(`In the generated ${name}, ${subject} of ${operation.id} ${what}.`).replaceAll(
        '\n',
        ' ',
      );
      return [
        { severity: 'warning', rule: `${name}-unsupported`, place: `${document}#${pointer(operation)}`, sentence },
      ];
    });
  });
}

function pointer({ path, method }: Operation): string {
  const keywords: readonly string[] = methods;
  const place = keywords.includes(method) ? [method.toLowerCase()] : ['additionalOperations', method];
  return pointerOf(['paths', path, ...place]);
}
