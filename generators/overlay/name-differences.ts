/** Default names for the differences of a derived overlay, which a person replaces by better ones. */
import { fileName } from '../code/index.js';
import { isObject, type OverlayAction, type OverlayFile } from '../document/index.js';

/** Names the difference of each action after the schema or the path that it changes. An existing name is not replaced. */
export function nameDifferences(overlay: OverlayFile): OverlayFile {
  return { ...overlay, actions: overlay.actions.map(withDifferenceName) };
}

function withDifferenceName(action: OverlayAction): OverlayAction {
  return { ...action, extensions: { 'x-lading-difference': differenceNameOf(action), ...action.extensions } };
}

/** Returns the name of a difference, after the first schema or path that the action changes. */
export function differenceNameOf(action: OverlayAction): string {
  const [subject = action.target] = subjectsOf(action);
  return fileName(subject.replace(/Input$/, ''));
}

/** Returns the names of the schemas and paths that an action changes; `version` for the version of the document. */
export function subjectsOf({ target, update }: OverlayAction): readonly string[] {
  const [, map, plain, quoted] =
    /^\$\.(components\.schemas|paths)(?:\.([\w$]+)|\[((?:'[^']*',?)+)\])?/.exec(target) ?? [];
  const written = isObject(update) ? Object.keys(update) : [];
  if (plain !== undefined) return [plain];
  if (quoted !== undefined) return quoted.split(/','/).map((name) => pathName(name.replace(/^'|'$/g, '')));
  if (map !== undefined) return written.map(pathName);
  const isVersion = /^\$\.(info|servers)/.test(target) || written.some((key) => key === 'info' || key === 'servers');
  return isVersion ? ['version'] : written.length > 0 ? written : [target];
}

/** `/pets/{id}/json` → `pets-id-json`; the name of a schema is not changed. */
function pathName(name: string): string {
  return name.startsWith('/') ? name.slice(1).replace(/[{}]/g, '').replaceAll('/', '-') : name;
}
