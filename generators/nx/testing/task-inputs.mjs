// Prints which files each task of these targets is cached by, as Nx itself counts them: `node task-inputs.mjs build test`.
process.env.NX_DAEMON = 'false';
const { createProjectGraphAsync } = await import('nx/src/project-graph/project-graph.js');
const { HashPlanInspector } = await import('nx/src/hasher/hash-plan-inspector.js');

const targets = process.argv.slice(2);
const graph = await createProjectGraphAsync({ exitOnError: true });
const inspector = new HashPlanInspector(graph);
await inspector.init();
/** @type {Record<string, string[]>} */
const tasks = {};
for (const { name, data } of Object.values(graph.nodes)) {
  for (const target of targets.filter((one) => data.targets?.[one])) {
    // Of this task alone, without those that it waits for.
    const found = inspector.inspectTaskInputs({ project: name, target }, {}, {}, true);
    tasks[`${name}:${target}`] = found[`${name}:${target}`]?.files ?? [];
  }
}
process.stdout.write(JSON.stringify(tasks), () => process.exit(0));
