/** The thread of a database: PGlite blocks the thread in which it runs. */
import { readdirSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { query } from './messages.js';
import type { DatabaseRequest, DatabaseResponse, DataFile } from './worker-messages.js';

/** What is used of `@electric-sql/pglite`, which may not be installed. */
interface PGliteInstance {
  execProtocolRawSync(message: Uint8Array): Uint8Array;
  close(): Promise<void>;
  readonly Module: {
    readonly FS: {
      readdir(path: string): string[];
      lstat(path: string): { readonly mode: number; readonly mtime: Date | number; readonly size: number };
      isDir(mode: number): boolean;
      readFile(path: string): Uint8Array;
    };
  };
}
interface PGliteModule {
  readonly PGlite: {
    readonly defaultStartParams?: readonly string[];
    create(options: object): Promise<PGliteInstance>;
  };
}

const root = '/pglite/data';
const { module } = workerData as { readonly module: string };
let instance: PGliteInstance | undefined;
/** The size and the time of the last change of each file that was sent. */
let sent = new Map<string, { readonly size: number; readonly time: number }>();
let lastCollection = 0;

interface Extension {
  readonly name: string;
  setup(...args: readonly unknown[]): Promise<object>;
}

/** The extensions of the package: those of a contrib folder of PostgreSQL. */
async function extensionsOf(): Promise<Readonly<Record<string, Extension>>> {
  const folder = new URL('contrib/', module);
  const names = readdirSync(folder).filter((each) => each.endsWith('.js'));
  const load = async (name: string): Promise<Extension[]> =>
    Object.values((await import(new URL(name, folder).href)) as Record<string, Extension>);
  const all = (await Promise.all(names.map(load))).flat();
  // PGlite would replace postgresql.conf by the names of the libraries that extensions ask to load first.
  const setup =
    (extension: Extension): Extension['setup'] =>
    async (...args) => ({ ...(await extension.setup(...args)), sharedPreloadLibraries: [] });
  return Object.fromEntries(all.map((each) => [each.name, { ...each, setup: setup(each) }]));
}

/** Runs messages without the timers of PGlite: one that ends a session, such as that of an idle transaction, stops all others as well. */
function run(bytes: Uint8Array): Uint8Array {
  const { setTimeout } = globalThis;
  globalThis.setTimeout = (() => 0) as never;
  try {
    return Uint8Array.from(instance?.execProtocolRawSync(bytes) ?? []);
  } finally {
    globalThis.setTimeout = setTimeout;
  }
}

async function open({ files, user, database, settings }: Extract<DatabaseRequest, { kind: 'open' }>): Promise<void> {
  const { PGlite } = (await import(module)) as PGliteModule;
  const given = files ?? (instance === undefined ? undefined : collect(true).files);
  await instance?.close();
  sent = new Map();
  lastCollection = 0;
  const parameters = (PGlite.defaultStartParams ?? []).map((each) =>
    each === 'search_path=public' ? 'search_path="$user", public' : each,
  );
  const more = settings.flatMap((each) => ['-c', each]);
  instance = await PGlite.create({
    username: user,
    database,
    extensions: await extensionsOf(),
    ...(parameters.length > 0 && { startParams: [...parameters, ...more] }),
    ...(given !== undefined && { loadDataDir: new Blob([Uint8Array.from(tarOf(given))]) }),
  });
}

/** Returns the files that have changed since the last call, and the paths of all. */
function collect(isWhole: boolean): { readonly files: DataFile[]; readonly paths: string[] } {
  const files: DataFile[] = [];
  const paths: string[] = [];
  const fs = instance?.Module.FS;
  const now = Date.now();
  const walk = (folder: string): void => {
    for (const name of fs?.readdir(folder) ?? []) {
      if (name === '.' || name === '..' || name === 'postmaster.pid') continue;
      const path = `${folder}/${name}`;
      const inner = path.slice(root.length + 1);
      const { mode, mtime, size } = fs?.lstat(path) ?? { mode: 0, mtime: 0, size: 0 };
      paths.push(inner);
      if (fs?.isDir(mode) === true) {
        if (isWhole || !sent.has(inner)) files.push({ path: inner, content: undefined });
        sent.set(inner, { size: 0, time: 0 });
        walk(path);
        continue;
      }
      const before = sent.get(inner);
      const time = Number(mtime);
      // A file may have changed again in the millisecond of the last collection.
      const isEqual = before?.size === size && before.time === time && time < lastCollection - 2;
      if (isWhole || !isEqual) files.push({ path: inner, content: Uint8Array.from(fs?.readFile(path) ?? []) });
      sent.set(inner, { size, time });
    }
  };
  if (fs !== undefined) walk(root);
  lastCollection = now;
  return { files, paths };
}

async function respond(request: DatabaseRequest): Promise<DatabaseResponse> {
  switch (request.kind) {
    case 'open':
      await open(request);
      return { kind: 'done' };
    case 'run':
      return { kind: 'bytes', bytes: run(request.bytes) };
    case 'collect':
      return { kind: 'files', ...collect(request.isWhole) };
    case 'close': {
      // The files of an instance that was closed are gone: the thread ends without it.
      run(query('CHECKPOINT'));
      return { kind: 'files', ...collect(false) };
    }
  }
}

// Requests are handled one after the other.
let last = Promise.resolve();
parentPort?.on('message', (request: DatabaseRequest) => {
  last = last.then(async () => {
    let response: DatabaseResponse;
    try {
      response = await respond(request);
    } catch (error) {
      response = { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
    }
    parentPort?.postMessage(response);
  });
});

const block = 512;

/** Writes archives, in which PGlite takes a data folder. */
function tarOf(files: readonly DataFile[]): Buffer {
  const parts: Buffer[] = [];
  for (const { path, content } of files) {
    const header = Buffer.alloc(block);
    const isFolder = content === undefined;
    header.write(isFolder ? `${path}/` : path, 0, 100, 'utf8');
    header.write(isFolder ? '0000700\0' : '0000600\0', 100, 'latin1');
    header.write('0000000\0', 108, 'latin1');
    header.write('0000000\0', 116, 'latin1');
    header.write(`${(content?.length ?? 0).toString(8).padStart(11, '0')}\0`, 124, 'latin1');
    header.write(`${'0'.repeat(11)}\0`, 136, 'latin1');
    header.write('        ', 148, 'latin1');
    header.write(isFolder ? '5' : '0', 156, 'latin1');
    header.write('ustar\u000000', 257, 'latin1');
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
    parts.push(header);
    if (content === undefined) continue;
    parts.push(Buffer.from(content.buffer, content.byteOffset, content.length));
    parts.push(Buffer.alloc((block - (content.length % block)) % block));
  }
  parts.push(Buffer.alloc(2 * block));
  return Buffer.concat(parts);
}
