/** Derives the overlay that turns one document into another. */
import {
  equal,
  get,
  isObject,
  objectOf,
  type JsonObject,
  type OverlayAction,
  type OverlayFile,
} from '../../document/index.js';
import { describeMerge, describeRemoval, type Sides } from './describe.js';
import { deepened, editsOf, editsOfValue, updateOf, type Merge, type OverlayStep } from './edits.js';
import { pathText, type Path, type Segment } from './json-path.js';

const MAPS_OF_PARTS = new Set<Segment>(['definitions', 'parameters', 'responses', 'securityDefinitions']);
const MAPS_OF_PATHS = new Set<Segment>(['paths', 'webhooks']);

/**
 * Whether an object only contains parts, each of which is edited by separate actions: the root, the paths, a path, the schemas.
 * Any other object is edited as a whole.
 */
function containsParts(path: Path): boolean {
  const [first, second, third] = path;
  if (first === undefined) return true;
  if (third !== undefined) return false;
  if (MAPS_OF_PATHS.has(first) || first === 'components') return true;
  return second === undefined && MAPS_OF_PARTS.has(first);
}

export interface DeriveSide {
  readonly name: string;
  readonly version: string;
  readonly root: JsonObject;
}

interface DeriveOptions {
  /** The name of the overlay in errors; `v<version>.yaml` by default. */
  readonly name?: string;
  readonly title?: string;
  /** The version of the overlay file, not of the API. */
  readonly version?: string;
  /** The value of `extends`: the document to which the overlay is applied. */
  readonly extends?: string;
}

/**
 * Returns the overlay with which `applyOverlay(from.root, overlay)` equals `to.root`; without actions if they are equal already.
 * All engines agree on its result: no update merges into an array, and none targets an array or a primitive. Primitives are
 * removed by targeting them: Overlay 1.0 mentions objects and arrays only, but 1.1 and all engines allow primitives too.
 */
export function derive(from: DeriveSide, to: DeriveSide, options: DeriveOptions = {}): OverlayFile {
  const sides = { from: from.root, to: to.root };
  return {
    name: options.name ?? `v${to.version}.yaml`,
    overlay: '1.0.0',
    info: {
      title: options.title ?? `Version ${to.version}, as changes of version ${from.version}`,
      version: options.version ?? '1.0.0',
    },
    ...(options.extends === undefined ? {} : { extends: options.extends }),
    actions: stepsOfParts(from.root, to.root, []).map((step) => actionOf(step, sides)),
  };
}

/** Returns first the edits of the object itself, then those of each part in the order of the document, then added parts. */
function stepsOfParts(from: JsonObject, to: JsonObject, path: Path): readonly OverlayStep[] {
  const steps: OverlayStep[] = [];
  const own: string[] = [];
  for (const [key, before] of Object.entries(from)) {
    const after = get(to, key);
    const place = [...path, key];
    if (after !== undefined && equal(before, after)) continue;
    if (after === undefined) steps.push({ kind: 'remove', path: place, rewritten: false });
    else if (!isObject(before) || !isObject(after)) own.push(key);
    else if (containsParts(place)) steps.push(...stepsOfParts(before, after, place));
    else steps.push(...stepsOfPart(before, after, path, key));
  }
  const gained = Object.keys(to).filter((key) => !Object.hasOwn(from, key));
  const parts = gained.filter((key) => isObject(get(to, key)));
  own.push(...gained.filter((key) => !parts.includes(key)));
  const edits = editsOf(pick(from, own), pick(to, own), path);
  return [
    ...edits.steps,
    ...mergeStep(path, edits.merge),
    ...steps,
    ...parts.flatMap((key) => addition(to, path, key)),
  ];
}

function stepsOfPart(before: JsonObject, after: JsonObject, path: Path, key: string): readonly OverlayStep[] {
  const edits = editsOfValue(before, after, [...path, key]);
  const merge: Merge = { kind: 'merge', entries: edits.node === undefined ? [] : [[key, edits.node]] };
  return [...edits.steps, ...mergeStep(path, merge)];
}

function addition(to: JsonObject, path: Path, key: string): readonly OverlayStep[] {
  const value = get(to, key);
  return value === undefined
    ? []
    : mergeStep(path, { kind: 'merge', entries: [[key, { kind: 'put', value, how: 'added' }]] });
}

function mergeStep(path: Path, merge: Merge): readonly OverlayStep[] {
  return merge.entries.length === 0 ? [] : [{ kind: 'merge', path, merge }];
}

function pick(object: JsonObject, keys: readonly string[]): JsonObject {
  return objectOf(
    keys.flatMap((key) => {
      const value = get(object, key);
      return value === undefined ? [] : [[key, value] as const];
    }),
  );
}

function actionOf(step: OverlayStep, sides: Sides): OverlayAction {
  if (step.kind === 'remove') {
    return {
      target: pathText(step.path),
      description: describeRemoval(step.path, step.rewritten, sides),
      remove: true,
    };
  }
  const { path, merge } = deepened(step.path, step.merge);
  return { target: pathText(path), description: describeMerge(path, merge, sides), update: updateOf(merge) };
}
