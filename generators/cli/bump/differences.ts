/** Names for what an overlay changes: each action is part of a difference, which a person names better later on. */
import { fileName } from '../../code/index.js';
import { isObject, type OverlayAction, type OverlayFile } from '../../document/index.js';

/** The overlay with a difference named on each action: after the shape, or the path, that it changes. */
export function withDifferences(overlay: OverlayFile): OverlayFile {
  return { ...overlay, actions: overlay.actions.map(named) };
}

function named(action: OverlayAction): OverlayAction {
  return { ...action, extensions: { 'x-lading-difference': differenceNameOf(action), ...action.extensions } };
}

/** After the first thing that an action changes. */
export function differenceNameOf(action: OverlayAction): string {
  const [subject = action.target] = subjectsOf(action);
  return fileName(subject.replace(/Input$/, ''));
}

/** What an action changes: shapes and paths by their names, `version` for what says the version. */
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

/** `/pets/{id}/json` → `pets-id-json`; names of shapes stay. */
function pathName(name: string): string {
  return name.startsWith('/') ? name.slice(1).replace(/[{}]/g, '').replaceAll('/', '-') : name;
}
