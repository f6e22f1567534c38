/** The options of the programs of PostgreSQL, and those of them that are not simulated. */
import type { OptionTable } from './options.js';

const connectionFlags = { w: 'no-password', W: 'password' };
const connectionValues = { h: 'host', p: 'port', U: 'username' };

export const psqlOptions: OptionTable = {
  program: 'psql',
  flags: {
    ...connectionFlags,
    t: 'tuples-only',
    A: 'no-align',
    x: 'expanded',
    csv: 'csv',
    z: 'field-separator-zero',
    '0': 'record-separator-zero',
    q: 'quiet',
    X: 'no-psqlrc',
    '1': 'single-transaction',
    l: 'list',
    V: 'version',
    a: 'echo-all',
    b: 'echo-errors',
    e: 'echo-queries',
    n: 'no-readline',
  },
  values: {
    ...connectionValues,
    c: 'command',
    d: 'dbname',
    f: 'file',
    v: 'set',
    o: 'output',
    P: 'pset',
    F: 'field-separator',
    R: 'record-separator',
  },
  missing: {
    H: 'html',
    E: 'echo-hidden',
    L: 'log-file',
    s: 'single-step',
    S: 'single-line',
    T: 'table-attr',
    '?': 'help',
  },
};

export const createOptions: OptionTable = {
  program: 'createdb',
  flags: connectionFlags,
  values: { ...connectionValues, 'maintenance-db': 'maintenance-db', O: 'owner' },
  missing: {
    e: 'echo',
    V: 'version',
    '?': 'help',
    D: 'tablespace',
    E: 'encoding',
    l: 'locale',
    T: 'template',
    'lc-collate': 'lc-collate',
    'lc-ctype': 'lc-ctype',
  },
};

export const dropOptions: OptionTable = {
  program: 'dropdb',
  flags: { ...connectionFlags, 'if-exists': 'if-exists' },
  values: { ...connectionValues, 'maintenance-db': 'maintenance-db' },
  missing: { e: 'echo', V: 'version', '?': 'help', f: 'force', i: 'interactive' },
};

export const readyOptions: OptionTable = {
  program: 'pg_isready',
  flags: { q: 'quiet' },
  // Nothing takes so long that a time limit matters.
  values: { ...connectionValues, d: 'dbname', t: 'timeout' },
  missing: { V: 'version', '?': 'help' },
};
