/** The order in which packages are emitted: each after those whose symbols it mentions, and after the one that it extends. */
import type { VersionEmitter } from '../../emitter/index.js';
import type { Timeline } from '../../ir/index.js';
import { neededEmitter } from '../built-in-emitters.js';
import { emittersOfVersion, type WantedEmitters } from '../config/emitters-by-version.js';
import { lineagesOf, type VersionLineage } from './lineage.js';

/** One package: an emitter and a version, and the tasks whose results it uses. */
export interface EmitTask {
  readonly emitter: VersionEmitter;
  readonly version: string;
  readonly lineage: VersionLineage;
  /** The tasks of the same version whose symbols it mentions. */
  readonly needs: readonly EmitTask[];
  /** The tasks of the extended version whose symbols it mentions. */
  readonly needsOfExtended: readonly EmitTask[];
  /** The task of the nearest extended version that has such a package. */
  readonly base?: EmitTask;
}

export async function emitTasks(timeline: Timeline, wanted: WantedEmitters): Promise<readonly EmitTask[]> {
  const tasks = new Map<string, EmitTask>();
  const taskOf = (version: string, name: string) => tasks.get(`${version} ${name}`);
  const named = emitterByName(wanted);
  for (const [version, lineage] of lineagesOf(timeline)) {
    const [described, ...ancestors] = lineage.versions;
    for (const emitter of await inOrder(await wantedEmitters(version, timeline, wanted), named)) {
      const { name, needs = [], describes = [], needsOfExtended = [] } = emitter;
      if (needsOfExtended.length > 0 && ancestors.length === 0) continue;
      const nearest = ancestors.find((ancestor) => taskOf(ancestor.version, name) !== undefined);
      const base = nearest && taskOf(nearest.version, name);
      const tasksOf = (of: string, names: readonly string[]) => names.flatMap((each) => taskOf(of, each) ?? []);
      tasks.set(`${version} ${name}`, {
        emitter,
        version,
        lineage,
        needs: tasksOf(version, [...needs, ...describes]),
        needsOfExtended: tasksOf(described.extends ?? '', needsOfExtended),
        ...(base && { base }),
      });
    }
  }
  return [...tasks.values()];
}

/**
 * Puts the packages of a kind side by side, and what they use before them: what a package holds for that of the version which
 * extends its own is large, and is released before the next kind is emitted.
 */
export function byKind(tasks: readonly EmitTask[]): readonly EmitTask[] {
  const ordered = new Set<EmitTask>();
  const add = (task: EmitTask): void => {
    if (ordered.has(task)) return;
    for (const used of usesOf(task)) add(used);
    ordered.add(task);
  };
  for (const name of new Set(tasks.map(({ emitter }) => emitter.name)))
    for (const task of tasks) if (task.emitter.name === name) add(task);
  return [...ordered];
}

/** Returns the tasks whose results a task uses. */
export function usesOf({ needs, needsOfExtended, base }: EmitTask): readonly EmitTask[] {
  return [...needs, ...needsOfExtended, ...(base ? [base] : [])];
}

/** Returns the emitters of a version: the configured ones, and those that the versions which extend it need. */
async function wantedEmitters(
  version: string,
  { versions }: Timeline,
  wanted: WantedEmitters,
): Promise<readonly VersionEmitter[]> {
  const extending = versions.filter((other) => other.extends === version);
  const names = extending
    .flatMap((other) => emittersOfVersion(wanted, other.version))
    .flatMap(({ needsOfExtended = [] }): readonly string[] => needsOfExtended);
  return [...emittersOfVersion(wanted, version), ...(await Promise.all(names.map(emitterByName(wanted))))];
}

/** Returns the emitters and those that they need, each after those that it depends on. */
async function inOrder(
  wanted: readonly VersionEmitter[],
  named: (name: string) => Promise<VersionEmitter>,
): Promise<readonly VersionEmitter[]> {
  const all = new Map<string, VersionEmitter>();
  const add = async (emitter: VersionEmitter): Promise<void> => {
    for (const name of emitter.needs ?? []) await add(await named(name));
    for (const name of emitter.describes ?? []) {
      const described = wanted.find((other) => other.name === name);
      if (described !== undefined) await add(described);
    }
    all.set(emitter.name, emitter);
  };
  for (const emitter of wanted) await add(emitter);
  return [...all.values()];
}

/** Returns a function that finds an emitter which others need: one of the configuration, or else a built-in one. */
export function emitterByName({
  emitters,
  emittersByVersion,
}: WantedEmitters): (name: string) => Promise<VersionEmitter> {
  const configured = [...emitters, ...[...(emittersByVersion?.values() ?? [])].flat()];
  return async (name) => configured.find((emitter) => emitter.name === name) ?? neededEmitter(name);
}
