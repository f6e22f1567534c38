// The rows of the table of import boundaries for the folders of the reference engine.
const contract = ['packages/v*/(types|server):.', 'packages/v*/contract:**', 'packages/server:.'];
const base = 'packages/engine/src/(ports|values|definitions|distribution|filesystem|streams)';
const state = 'packages/engine/src/(state|dockerfile)';

/** The lowest folders first. */
export const engineFolders = [
  { from: 'packages/engine/src/ports', mayImport: [], why: 'Ports are interfaces, which depend on nothing.' },
  {
    from: 'packages/engine/src/values',
    mayImport: ['packages/engine/src/ports', ...contract],
    why: 'It reads and writes values, and knows no object of the engine.',
  },
  {
    from: 'packages/engine/src/(definitions|distribution|filesystem|streams)',
    mayImport: ['packages/engine/src/(ports|values)', ...contract],
    why: 'It is below the state and the implementations of ports.',
  },
  {
    from: 'packages/engine/src/(adapters|dockerfile|registry|runtime|state)',
    mayImport: [base, ...contract],
    why: 'Implementations of ports know ports only, and the state knows no rule.',
  },
  {
    from: 'packages/engine/src/disk',
    mayImport: [base, 'disk'],
    why: 'Implementations of ports know ports only.',
  },
  {
    from: 'packages/engine/src/objects/*',
    mayImport: [base, state, ...contract, 'disk'],
    why: 'An object imports no object beside it, and no implementation of a port.',
  },
  {
    from: 'packages/engine/src/(build|rules)',
    mayImport: [base, state, 'packages/engine/src/objects', ...contract],
    why: 'It spans several kinds of objects, and knows no implementation of a port.',
  },
  { from: 'packages/engine/src/swarm/reconcile', mayImport: [], why: 'It computes actions from plain values.' },
  {
    from: 'packages/engine/src/swarm/cluster',
    mayImport: [base, state, 'packages/engine/src/swarm/reconcile', ...contract],
    why: 'The state of a swarm knows neither its rules nor containers.',
  },
  {
    from: 'packages/engine/src/swarm/agent',
    mayImport: [
      base,
      state,
      'packages/engine/src/objects',
      'packages/engine/src/swarm/(cluster|reconcile)',
      ...contract,
    ],
    why: 'The agent of a node runs tasks, and does not know the managers.',
  },
  {
    from: 'packages/engine/src/swarm/manager',
    mayImport: [
      base,
      state,
      'packages/engine/src/objects',
      'packages/engine/src/swarm/(agent|cluster|reconcile)',
      ...contract,
    ],
    why: 'Managers do not know how an engine becomes one.',
  },
  {
    from: 'packages/engine/src/swarm',
    mayImport: [base, state, 'packages/engine/src/(objects|rules)', ...contract],
    why: 'A swarm uses objects; clients reach it by the folder above.',
  },
  {
    from: 'packages/engine/src/http',
    mayImport: [
      base,
      state,
      'packages/engine/src/(objects|rules|build|swarm)',
      ...contract,
      'packages/conversions:(.|contracts)',
    ],
    why: 'Handlers call the rules, and know no implementation of a port.',
  },
  {
    from: 'packages/engine/src/conformance',
    mayImport: [base],
    why: 'It tests implementations of ports, also those of others.',
  },
];
